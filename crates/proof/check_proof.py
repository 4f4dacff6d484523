#!/usr/bin/env python3
"""A second checker of certificates, written from docs/proofs.md: slow, short and independent.

`python3 check_proof.py FILE...` reads plain blocks (`soko check-proof LEVELS FILE --plain OUT`), and
compressed ones if this Python has compression.zstd. It ends with 0 if all certificates are accepted,
with 1 if one is refused and with 2 if a file cannot be read."""

import hashlib
import sys
from collections import deque

DIRECTIONS = [(-1, 0), (0, -1), (1, 0), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)]
LETTERS = "lurdqezc"
BACK = [DIRECTIONS.index((-dx, -dy)) for dx, dy in DIRECTIONS]
RULES = {  # steps, pushes, squeezing, goal
    "official": (4, 4, False, "keep"),
    "nethack": (4, 4, False, "fill"),
    "nethack-game": (8, 4, False, "fill"),
    "nethack-diagonal": (8, 8, True, "fill"),
    "sink": (4, 4, False, "sink"),
}
INFINITE = float("inf")
class Refused(Exception): """A step does not hold."""
class Unreadable(Exception): """The bytes are no certificate."""
def need(condition, message, error=Refused):
    if not condition:
        raise error(message)
def readable(condition, message):
    need(condition, message, Unreadable)

class Data:
    """Bytes that are read from the front."""
    def __init__(self, content):
        self.content, self.at = content, 0
    def __len__(self):
        return len(self.content) - self.at
    def take(self, count):
        readable(self.at + count <= len(self.content), "a record is cut short")
        self.at += count
        return self.content[self.at - count:self.at]
    def number(self):
        value = 0
        for shift in range(0, 63, 7):
            byte = self.take(1)[0]
            value |= (byte & 127) << shift
            if byte < 128:
                return value
        raise Unreadable("a number is too long")
    def signed(self):
        value = self.number()
        return -(value + 1) // 2 if value & 1 else value // 2
    def members(self, things):
        """A set out of a list of things, a bit each."""
        content = self.take((len(things) + 7) // 8)
        bits = [8 * i + j for i, byte in enumerate(content) for j in range(8) if byte >> j & 1]
        readable(all(bit < len(things) for bit in bits), "a set has too many members")
        return frozenset(things[bit] for bit in bits)

class Level:
    """The board of a header. Squares are numbers; None is wall."""
    def __init__(self, rules, rows):
        readable(rules in RULES, "unknown rules")
        self.steps, self.pushes, self.squeezing, self.goal = RULES[rules]
        places = [(x, y) for y, row in enumerate(rows) for x, c in enumerate(row) if c != "#"]
        index = {place: number for number, place in enumerate(places)}
        self.count, self.places, self.index = len(places), places, index
        self.near = [[index.get((x + dx, y + dy)) for dx, dy in DIRECTIONS] for x, y in places]
        glyphs = [rows[y][x] for x, y in places]
        readable(all(it in " $@.*+<%>dDexXy" for it in glyphs), "an unknown character")
        on = lambda wanted: frozenset(n for n, glyph in enumerate(glyphs) if glyph in wanted)
        self.goals, self.doors, self.dead_fields = on(".*+"), on("dDe"), on("xXy")
        self.exits = on("<%>") if self.goal == "fill" else frozenset()
        boxes, keepers = on("$*%DX"), sorted(on("@+>ey"))
        readable(len(keepers) == 1, "there is not one keeper")
        if self.goal == "fill":
            readable(not boxes & self.goals and keepers[0] not in self.goals, "a hole is covered")
        self.start = (boxes, frozenset(), keepers[0])
        self.aims = sorted(self.goals)
        self.distance = {}
        squares = frozenset(range(self.count)) - (self.goals if self.goal == "sink" else set())
        for box, keeper in ((b, k) for b in squares for k in range(self.count) if b != k):
            if (box, keeper) not in self.distance:
                found, region = self.distances(self.relaxed([box], keeper))
                self.distance.update(((box, keeper), found) for keeper in region)
        self.dead = squares - {box for (box, _), found in self.distance.items() if found}
    def relaxed(self, boxes, keeper):
        """A state of the relaxed game, as one in which all holes are filled."""
        return (frozenset(boxes), self.goals if self.goal == "fill" else frozenset(), keeper)
    def distances(self, start):
        """Pushes of a lone box to the aims that it reaches, and the keeper's region."""
        start, region = self.normalised(start), self.walks(start)
        seen, queue, found = {start: 0}, deque([start]), {box: 0 for box in start[0] & self.goals}
        while queue:
            state = queue.popleft()
            for _, to, after, _ in self.expand(state):
                if to in self.goals:
                    found.setdefault(to, seen[state] + 1)
                after = self.normalised(after)
                if after not in seen:
                    seen[after] = seen[state] + 1
                    queue.append(after)
        return found, region
    def lost(self, boxes, keeper):
        return sum(1 for box in boxes if not self.distance[box, keeper])
    def holes(self, state):
        return self.goals - state[1] if self.goal == "fill" else frozenset()
    def walks(self, state):
        """Steps from the keeper to each square that it reaches."""
        return self.spread(state[2], state[0], state[0] | self.holes(state))
    def spread(self, keeper, obstacles, barred):
        found, queue = {keeper: 0}, deque([keeper])
        while queue:
            at = queue.popleft()
            for way in range(self.steps):
                to = self.near[at][way]
                if to is None or to in barred or to in found:
                    continue
                if way >= 4 and not self.squeezing:
                    dx, dy = DIRECTIONS[way]
                    sides = [self.near[at][DIRECTIONS.index(it)] for it in ((dx, 0), (0, dy))]
                    is_tight = all(side is None or side in obstacles for side in sides)
                    if is_tight or at in self.doors or to in self.doors:
                        continue
                found[to] = found[at] + 1
                queue.append(to)
        return found
    def normalised(self, state):
        return (state[0], state[1], min(self.walks(state)))
    def expand(self, state):
        """Every push, as box, target and state after it, and the steps to it."""
        boxes, filled, _ = state
        walks, holes = self.walks(state), self.holes(state)
        for box in sorted(boxes):
            for way in range(self.pushes):
                to, behind = self.near[box][way], self.near[box][BACK[way]]
                if behind not in walks or to is None or to in boxes or to in self.dead_fields:
                    continue
                vanishes = to in holes or (self.goal == "sink" and to in self.goals)
                rest = boxes - {box} if vanishes else boxes - {box} | {to}
                after = (rest, filled | {to} if to in holes else filled, box)
                yield box, to, after, walks[behind]
    def demand(self, state):
        """The aims that need a box, or None if every box needs an aim."""
        holes = self.holes(state)
        if self.goal == "sink" or (self.goal == "keep" and len(state[0]) < len(self.goals)):
            return None
        if self.goal == "keep" or not self.exits:
            return self.goals if self.goal == "keep" else holes
        reaches = lambda hole: self.exits & self.spread(state[2], frozenset(), {hole}).keys()
        return frozenset(hole for hole in holes if not reaches(hole))
    def spare(self, state):
        return 0 if (wanted := self.demand(state)) is None else len(state[0]) - len(wanted)
    def is_won(self, state):
        boxes, filled, keeper = state
        if self.goal != "fill":
            return boxes <= self.goals or self.goals <= boxes if self.goal == "keep" else not boxes
        return keeper in self.exits if self.exits else self.goals <= filled
    def winning_walk(self, state, counts_moves):
        """What it costs to win without a push; infinite if that is impossible."""
        if self.exits:
            walks = self.walks(state)
            found = [walks[it] if counts_moves else 0 for it in self.exits if it in walks]
            return min(found, default=INFINITE)
        return 0 if self.is_won(state) else INFINITE
    def image(self, state, number, is_exact):
        """The image of a state under a symmetry of the board."""
        left, right = (pick(x for x, _ in self.places) for pick in (min, max))
        top, bottom = (pick(y for _, y in self.places) for pick in (min, max))
        def go(place):
            x, y = right - place[0] if number & 1 else place[0] - left, place[1] - top
            y = bottom - top - y if number & 2 else y
            return self.index.get((left + y, top + x) if number & 4 else (left + x, top + y))
        to = [go(place) for place in self.places]
        marks = (self.goals, self.exits, self.doors, self.dead_fields)
        need(number < 8 and None not in to and all((at in them) == (to[at] in them)
             for at in range(self.count) for them in marks), "the board has no such symmetry")
        image = (*(frozenset(to[at] for at in them) for them in state[:2]), to[state[2]])
        return image if is_exact else self.normalised(image)
    def value(self, kind, prices, state):
        """What a price list proves."""
        cost = lambda box, aim: 0 if kind == 1 else self.distance[box, state[2]][aim]
        price, wanted = dict(zip(self.aims, prices)), self.demand(state)
        if wanted is None:
            price = {aim: min(v, 0) if self.goal == "keep" else 0 for aim, v in price.items()}
        aims = self.aims if wanted is None else wanted
        total = sum(price[aim] for aim in aims)
        for box in state[0]:
            offers = [cost(box, a) - price[a] for a in aims if a in self.distance[box, state[2]]]
            total += min(offers, default=INFINITE) if wanted is None else min([0] + offers)
        return total
    def replay(self, moves):
        """Pushes and moves of a solution; None if it is none."""
        state, pushes = self.start, 0
        for letter in moves:
            way = LETTERS.find(letter.lower())
            to = self.near[state[2]][way] if 0 <= way < self.steps else None
            if to in state[0]:
                after = [after for box, target, after, walk in self.expand(state)
                         if box == to and target == self.near[to][way] and walk == 0]
                if not after:
                    return None
                state, pushes = after[0], pushes + 1
            elif to is not None and self.walks(state).get(to) == 1:
                state = (state[0], state[1], to)
            else:
                return None
        return (pushes, len(moves)) if self.is_won(state) else None

class Checker:
    """Checks the blocks of one certificate."""
    def __init__(self, header):
        lines = header.decode().split("\n")
        split = lines.index("board")
        self.cyclic = "cyclic" in lines[:split]
        fields = dict(line.split(" ", 1) for line in lines[:split] if line != "cyclic")
        claim = fields["claim"].split(" ")
        self.claim = claim[0]
        readable(self.claim in ("unsolvable", "pushes", "moves"), "an unknown claim")
        self.bound = INFINITE if self.claim == "unsolvable" else int(claim[1])
        self.spare = int(fields["spare"])
        self.level = Level(fields["rules"], lines[split + 1:-1])
        self.lists, self.states, self.patterns = [], {}, set()
        self.needed_states, self.needed_patterns = {}, set()
        if "solution" in fields:
            found = self.level.replay(fields["solution"])
            need(found is not None, "the solution solves nothing")
            need(found[self.claim == "moves"] == self.bound and (found[0] or not self.cyclic),
                 "the solution has another cost")
    def block(self, kind, data):
        if kind == "E":
            self.end(data)
        while data:
            readable(kind in "LPS", "a block is too long")
            {"L": self.price_list, "P": self.pattern, "S": self.state}[kind](data)
    def price_list(self, data):
        kind = data.number()
        readable(kind in (0, 1), "an unknown kind of price list")
        self.lists.append((kind, [data.signed() for _ in self.level.aims]))
    def state(self, data):
        level, moves = self.level, self.claim == "moves"
        boxes = data.members(range(level.count))
        filled = data.members(level.aims) if level.goal == "fill" else frozenset()
        state = (boxes, filled, keeper := data.number())
        cost = 0 if self.claim == "unsolvable" else data.number()
        readable(keeper < level.count and keeper not in boxes, "a keeper is invalid")
        readable(not (boxes | {keeper}) & level.holes(state), "a hole is covered")
        need(moves or level.normalised(state) == state, "a state is not normalised")
        need(state not in self.states, "a state is listed twice")
        self.states[state] = cost
        need(cost + level.winning_walk(state, moves) >= self.bound, "a state is won")
        corral = self.corral(data, state, 1 if moves else level.spare(state), False)
        for box, to, after, walk in level.expand(state):
            if corral is None or (box in corral[0] and to in corral[1]):
                after = after if moves else level.normalised(after)
                self.cover(data, after, cost + (walk if moves else 0) + 1)
    def pattern(self, data):
        level = self.level
        boxes, keeper = data.members(range(level.count)), data.number()
        readable(keeper < level.count and keeper not in boxes, "a keeper is invalid")
        state = self.level.relaxed(boxes, keeper)
        need(level.normalised(state) == state, "a pattern is not normalised")
        need((boxes, keeper) not in self.patterns, "a pattern is listed twice")
        self.patterns.add((boxes, keeper))
        left = boxes - level.goals if level.goal == "keep" else boxes
        need(len(left) > self.spare, "a pattern is served")
        corral = self.corral(data, state, self.spare, True)
        for box, to, after, _ in level.expand(state):
            if corral is not None and not (box in corral[0] and to in corral[1]):
                continue
            self.cover_relaxed(data, after[0], box)
            if level.goal == "fill" and to in level.goals:
                self.cover_relaxed(data, after[0] - {to}, box)
    def corral(self, data, state, spare, is_pattern):
        """The boxes beside a corral and its squares; None without one."""
        seeds = [data.number() for _ in range(data.number())]
        if not seeds:
            return None
        level, boxes, region = self.level, state[0], self.level.walks(state)
        need(spare == 0 and level.steps == 4 and level.goal != "fill", "no corrals here")
        inside, pending = set(), list(seeds)
        while pending:
            at = pending.pop()
            readable(at < level.count, "a corral is invalid")
            need(at not in boxes and at not in region, "a corral is not closed")
            if at not in inside:
                inside.add(at)
                beside = [it for it in level.near[at][:4] if it is not None]
                pending += [it for it in beside if it not in boxes and it not in region]
        fence = {box for box in boxes if inside & set(level.near[box][:4])}
        for box in fence:
            for way in range(4):
                to, behind = level.near[box][way], level.near[box][BACK[way]]
                if to is None or behind is None or to in fence or behind in fence:
                    continue
                if to in level.dead or to in level.dead_fields or behind in inside:
                    continue
                need(to in inside and behind in region, "a corral is no PI-corral")
        is_even = not is_pattern and level.goal == "keep" and len(boxes) == len(level.goals)
        need(fence - level.goals or is_even and inside & level.goals, "a corral need not be opened")
        return fence, inside
    def reason(self, data, boxes):
        number = data.number()
        readable(number <= 6, "an unknown reason")
        if number == 2:
            places = [data.number() for _ in range(data.number())]
            need(places == sorted(set(places)) and all(it < len(boxes) for it in places),
                 "the boxes of a pattern are invalid")
            return 2, frozenset(sorted(boxes)[it] for it in places)
        return number, data.number() if number in (3, 4, 6) else None
    def need_pattern(self, boxes, keeper):
        self.needed_patterns.add(self.level.normalised(self.level.relaxed(boxes, keeper))[::2])
    def cover_relaxed(self, data, boxes, keeper):
        number, chosen = self.reason(data, boxes)
        need(number <= 2, "a reason that is not for patterns")
        if number != 1:
            return self.need_pattern(boxes if number == 0 else chosen, keeper)
        need(self.level.lost(boxes, keeper) > self.spare, "too few lost boxes")
    def cover(self, data, state, cost):
        level = self.level
        number, argument = self.reason(data, state[0])
        if number in (0, 6):
            if number == 6:
                state = level.image(state, argument, self.claim == "moves")
            self.needed_states[state] = min(cost, self.needed_states.get(state, cost))
        elif number == 1:
            need(level.lost(state[0], state[2]) > level.spare(state), "too few lost boxes")
        elif number == 2:
            need(level.spare(state) <= self.spare, "too many spare boxes for a pattern")
            self.need_pattern(argument, state[2])
        elif number == 5:
            need(cost >= self.bound, "the cost does not reach the bound")
        else:
            need(argument < len(self.lists), "no such price list")
            kind, prices = self.lists[argument]
            need(kind == (1 if number == 3 else 0), "a price list of the wrong kind")
            value = level.value(kind, prices, state)
            enough = value > 0 if number == 3 else cost + value >= self.bound
            need(enough, "the prices prove too little")
    def end(self, data):
        level, moves = self.level, self.claim == "moves"
        first = [(level.start, 0)]
        if self.cyclic:
            first = [(it, (walk if moves else 0) + 1) for *_, it, walk in level.expand(level.start)]
        for state, cost in first:
            self.cover(data, state if moves else level.normalised(state), cost)
        found = [len(self.lists), len(self.patterns), len(self.states)]
        readable([data.number() for _ in range(3)] == found, "blocks are missing")
        for state, cost in self.needed_states.items():
            need(self.states.get(state, INFINITE) <= cost, "a state is missing or costs too much")
        need(self.needed_patterns <= self.patterns, "a pattern is missing")

def blocks(content):
    """The blocks of all certificates."""
    data, is_inside = Data(content), False
    while data or is_inside:
        if not is_inside:
            readable(data.take(16) == b"sokolab-proof 1\n", "this is no certificate")
        kind, form = data.take(2)
        length, stored = (int.from_bytes(data.take(4), "little") for _ in range(2))
        readable(length <= 1 << 20 and stored <= 2 << 20, "a block is too long")
        digest, block = data.take(16), data.take(stored)
        if form == 1:
            from compression import zstd
            block = zstd.decompress(block)
        readable(len(block) == length and form < 2, "a block cannot be decompressed")
        readable(digest == hashlib.sha256(bytes([kind]) + block).digest()[:16], "a wrong digest")
        yield chr(kind), block
        is_inside = kind != ord("E")

def check(content):
    """Checks all certificates; gives what each claims."""
    checker, found = None, []
    for kind, block in blocks(content):
        readable(kind in ("LPSE" if checker else "H"), "a block is out of place")
        if checker is None:
            checker = Checker(block)
            continue
        checker.block(kind, Data(block))
        if kind == "E":
            found.append(f"{checker.claim} {checker.bound}, {len(checker.states)} states")
            checker = None
    readable(found, "there is no certificate")
    return found

def main(paths):
    worst = 0
    for path in paths:
        try:
            with open(path, "rb") as file:
                for text in check(file.read()):
                    print(f"{path}: accepted: {text}")
        except (Refused, Unreadable, OSError, ValueError, KeyError, ImportError) as why:
            verdict, code = ("refused", 1) if isinstance(why, Refused) else ("unreadable", 2)
            print(f"{path}: {verdict}: {why}")
            worst = max(worst, code)
    return worst

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
