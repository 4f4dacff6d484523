//! Genomes: the ground of every place of an area.
//!
//! Boxes and keeper are not part of a genome: an exact search puts them where the level is hardest,
//! which beats random placement.

use sokolab_core::Ground;

use super::template::Template;
use crate::seed::Chance;

/// The ground of every place, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Genome {
    pub(super) places: Vec<Ground>,
}

/// The environment of genomes: the template, and what a level needs.
#[derive(Clone, Debug)]
pub(super) struct Habitat {
    pub(super) template: Template,
    free: Vec<usize>,
    /// Number of goals beyond the fixed ones.
    loose_goals: usize,
}

impl Habitat {
    pub(super) fn new(template: Template, goals: usize) -> Habitat {
        let loose_goals = goals.saturating_sub(template.fixed_goals());
        Habitat { free: template.free(), template, loose_goals }
    }

    /// A random genome: more floor than walls, connected.
    pub(super) fn random(&self, chance: &mut Chance) -> Genome {
        let percent = 45 + chance.below(40);
        let fixed = |place: &Option<Ground>| place.unwrap_or(Ground::Wall);
        let mut genome = Genome { places: self.template.places.iter().map(fixed).collect() };
        for &place in &self.free {
            if chance.percent(percent) {
                genome.places[place] = Ground::Floor;
            }
        }
        self.repair(&mut genome, chance);
        genome
    }

    /// A child of one or two parents.
    pub(super) fn child(&self, one: &Genome, other: &Genome, chance: &mut Chance) -> Genome {
        let mut child = one.clone();
        if chance.percent(15) {
            self.cross(&mut child, other, chance);
        }
        let mut changes = 1;
        while changes < 12 && chance.percent(45) {
            changes += 1;
        }
        for _ in 0..changes {
            self.change(&mut child, chance);
        }
        self.repair(&mut child, chance);
        child
    }

    /// Copies a rectangle from another genome.
    fn cross(&self, child: &mut Genome, other: &Genome, chance: &mut Chance) {
        let width = self.template.width;
        let height = self.template.places.len() / width;
        let (one, two) = (chance.below(width), chance.below(width));
        let (three, four) = (chance.below(height), chance.below(height));
        for y in three.min(four)..=three.max(four) {
            for x in one.min(two)..=one.max(two) {
                child.places[y * width + x] = other.places[y * width + x];
            }
        }
    }

    /// A small mutation of one or two free places.
    fn change(&self, genome: &mut Genome, chance: &mut Chance) {
        let Some(&place) = chance.pick(&self.free) else { return };
        match chance.below(100) {
            0..45 => toggle(&mut genome.places[place]),
            45..60 => {
                if let Some(beside) = self.beside(place, chance) {
                    genome.places.swap(place, beside);
                }
            }
            60..90 => self.move_goal(genome, chance),
            _ => {
                let is_floor = chance.percent(50);
                let width = self.template.width;
                for at in [place, place + 1, place + width, place + width + 1] {
                    if self.template.places.get(at) == Some(&None)
                        && genome.places[at] != Ground::Goal
                    {
                        genome.places[at] = if is_floor { Ground::Floor } else { Ground::Wall };
                    }
                }
            }
        }
    }

    /// A free place next to `place`.
    fn beside(&self, place: usize, chance: &mut Chance) -> Option<usize> {
        let width = self.template.width;
        let all = [place - 1, place + 1, place - width, place + width];
        let free: Vec<usize> =
            all.into_iter().filter(|&it| self.template.places[it].is_none()).collect();
        chance.pick(&free).copied()
    }

    fn move_goal(&self, genome: &mut Genome, chance: &mut Chance) {
        let is_goal = |place: &usize| genome.places[*place] == Ground::Goal;
        let goals: Vec<usize> = self.free.iter().copied().filter(is_goal).collect();
        let Some(&goal) = chance.pick(&goals) else { return };
        let to = if chance.percent(70) {
            self.beside(goal, chance)
        } else {
            chance.pick(&self.free).copied()
        };
        if let Some(to) = to.filter(|&to| genome.places[to] != Ground::Goal) {
            genome.places[goal] = Ground::Floor;
            genome.places[to] = Ground::Goal;
        }
    }

    /// Reduces the floor to one connected piece, the one with the fixed floor or else the largest,
    /// and corrects the number of goals.
    fn repair(&self, genome: &mut Genome, chance: &mut Chance) {
        let pieces = self.pieces(genome);
        let fixed = |place: usize| self.template.places[place].is_some();
        let size = |piece: &&Vec<usize>| {
            (piece.iter().filter(|&&place| fixed(place)).count(), piece.len())
        };
        let main = pieces.iter().max_by_key(size).cloned().unwrap_or_default();
        for &place in &self.free {
            if !main.contains(&place) {
                genome.places[place] = Ground::Wall;
            }
        }
        let with = |genome: &Genome, ground: Ground| -> Vec<usize> {
            self.free.iter().copied().filter(|&it| genome.places[it] == ground).collect()
        };
        let mut goals = with(genome, Ground::Goal);
        while goals.len() > self.loose_goals {
            let goal = goals.swap_remove(chance.below(goals.len()));
            genome.places[goal] = Ground::Floor;
        }
        let mut floor = with(genome, Ground::Floor);
        for _ in goals.len()..self.loose_goals.min(goals.len() + floor.len()) {
            let goal = floor.swap_remove(chance.below(floor.len()));
            genome.places[goal] = Ground::Goal;
        }
    }

    /// The connected pieces of the floor.
    fn pieces(&self, genome: &Genome) -> Vec<Vec<usize>> {
        let width = self.template.width;
        let mut is_seen: Vec<bool> = genome.places.iter().map(|it| it.is_solid()).collect();
        let mut pieces = Vec::new();
        for first in 0..is_seen.len() {
            if std::mem::replace(&mut is_seen[first], true) {
                continue;
            }
            let mut piece = vec![first];
            let mut next = 0;
            while let Some(&place) = piece.get(next) {
                next += 1;
                for beside in [place - 1, place + 1, place - width, place + width] {
                    if !std::mem::replace(&mut is_seen[beside], true) {
                        piece.push(beside);
                    }
                }
            }
            pieces.push(piece);
        }
        pieces
    }
}

fn toggle(ground: &mut Ground) {
    *ground = match *ground {
        Ground::Wall => Ground::Floor,
        Ground::Floor => Ground::Wall,
        other => other,
    };
}

impl Genome {
    /// The number of places that differ.
    pub(super) fn distance(&self, other: &Genome) -> usize {
        self.places.iter().zip(&other.places).filter(|(one, other)| one != other).count()
    }

    /// A byte for each place.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let byte = |ground: &Ground| match ground {
            Ground::Goal => b'.',
            Ground::Exit => b'<',
            ground if ground.is_solid() => b'#',
            _ => b'_',
        };
        self.places.iter().map(byte).collect()
    }

    /// The genome with these bytes; `None` if they do not fit the habitat.
    pub(super) fn from_bytes(bytes: &[u8], habitat: &Habitat) -> Option<Genome> {
        let ground = |byte: &u8| match byte {
            b'.' => Some(Ground::Goal),
            b'<' => Some(Ground::Exit),
            b'#' => Some(Ground::Wall),
            b'_' => Some(Ground::Floor),
            _ => None,
        };
        let places: Vec<Ground> = bytes.iter().map(ground).collect::<Option<_>>()?;
        let fixed = &habitat.template.places;
        let fits = |(place, fixed): (&Ground, &Option<Ground>)| fixed.is_none_or(|it| it == *place);
        let is_right = places.len() == fixed.len() && places.iter().zip(fixed).all(fits);
        is_right.then_some(Genome { places })
    }
}

#[cfg(test)]
mod tests {
    use sokolab_core::{Ground, Rules};

    use super::{Genome, Habitat};
    use crate::evolve::Template;
    use crate::seed::Chance;

    #[test]
    fn whatever_chance_does_fixed_places_stay_and_the_floor_is_one_piece() {
        for rules in [Rules::OFFICIAL, Rules::NETHACK] {
            let template = Template::area(8, 7, 3, rules).expect("large enough");
            let habitat = Habitat::new(template.clone(), 3);
            let mut chance = Chance::new(1, "genome", 1);
            let mut other = habitat.random(&mut chance);
            let mut genome = habitat.random(&mut chance);
            for _ in 0..400 {
                let child = habitat.child(&genome, &other, &mut chance);
                for (place, fixed) in child.places.iter().zip(&template.places) {
                    assert!(fixed.is_none_or(|fixed| fixed == *place));
                }
                assert_eq!(habitat.pieces(&child).len(), 1);
                let goals = child.places.iter().filter(|it| **it == Ground::Goal).count();
                assert!(goals == 3 || habitat.pieces(&child)[0].len() < 3);
                let again = Genome::from_bytes(&child.to_bytes(), &habitat);
                assert_eq!(again.as_ref(), Some(&child));
                other = std::mem::replace(&mut genome, child);
            }
        }
    }
}
