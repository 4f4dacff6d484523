//! What threads of a portfolio share: lemmas, the states their trees have come to, and the result.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock};

use sokolab_core::Stop;

use crate::deadlock::patterns::Patterns;
use crate::internal_error::InternalError;
use crate::leg::Way;
use crate::memory::hash::FixedMap;
use crate::memory::lock;
use crate::method::Method;
use crate::search::fess::state::FessState;
use sokolab_field::{Bits, Haul};

/// Small tables of states with a lock each, so that threads hardly ever wait for each other.
const SHARDS: usize = 256;

/// States that are kept at most: each takes about 24 bytes.
const STATES_MAX: usize = 4 << 20;

/// What a portfolio has come to.
#[derive(Clone, Debug)]
pub(crate) enum Result {
    Found(Method, Way),
    NoSolution(Method),
}

/// Why the threads of a search end their work. The first to say so counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// One of them has come to a result.
    Result,
    /// The observer, or an error in it, has stopped the first thread.
    Limit(Stop),
}

/// One half of a solution, up to a state that a tree of another thread has come to.
#[derive(Clone, Debug)]
pub(crate) struct Post<const N: usize> {
    pub(crate) state: FessState<N>,
    pub(crate) hash: u64,
    /// In which direction of play it was found.
    pub(crate) haul: Haul,
    pub(crate) way: Way,
}

/// What is shared.
#[derive(Debug)]
pub(crate) struct Shared<const N: usize> {
    pub(crate) end: OnceLock<End>,
    pub(crate) nodes: AtomicU64,
    pub(crate) bytes: AtomicU64,
    result: Mutex<Option<Result>>,
    pub(crate) errors: Mutex<Vec<InternalError>>,
    /// Patterns in the order in which they were learned, with the thread that did.
    lemmas: Mutex<Vec<(usize, Bits<N>, Bits<N>)>>,
    lemma_count: AtomicUsize,
    /// Which directions of play have come to a state, a bit each.
    states: Vec<Mutex<FixedMap<u64, u8>>>,
    state_count: AtomicUsize,
    posts: Mutex<Vec<Post<N>>>,
    post_count: AtomicUsize,
}

const fn bit(haul: Haul) -> u8 {
    match haul {
        Haul::Push => 1,
        Haul::Pull => 2,
    }
}

impl<const N: usize> Shared<N> {
    pub(crate) fn new() -> Shared<N> {
        Shared {
            end: OnceLock::new(),
            nodes: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            result: Mutex::new(None),
            errors: Mutex::default(),
            lemmas: Mutex::new(Vec::new()),
            lemma_count: AtomicUsize::new(0),
            states: (0..SHARDS).map(|_| Mutex::default()).collect(),
            state_count: AtomicUsize::new(0),
            posts: Mutex::new(Vec::new()),
            post_count: AtomicUsize::new(0),
        }
    }

    /// Bytes of the table of states.
    pub(crate) fn state_bytes(&self) -> u64 {
        self.state_count.load(Ordering::Relaxed) as u64 * 24
    }

    /// The first result counts, and ends the work of all.
    pub(crate) fn finish(&self, result: Result) {
        lock(&self.result).get_or_insert(result);
        self.end(End::Result);
    }

    /// Ends the work of all threads, unless it has been ended before.
    pub(crate) fn end(&self, end: End) {
        self.end.get_or_init(|| end);
    }

    /// Why a thread is to end its work, if it is. Nobody hears of the reason where there is a
    /// result.
    pub(crate) fn reason_to_end(&self) -> Option<Stop> {
        self.end.get().map(|end| match end {
            End::Limit(reason) => *reason,
            End::Result => Stop::Interrupted,
        })
    }

    pub(crate) fn result(&self) -> Option<Result> {
        lock(&self.result).clone()
    }

    fn shard(&self, hash: u64) -> MutexGuard<'_, FixedMap<u64, u8>> {
        lock(&self.states[(hash >> 56) as usize % SHARDS])
    }

    /// Tells the other threads of a state.
    pub(crate) fn publish(&self, haul: Haul, hash: u64) {
        if self.state_count.load(Ordering::Relaxed) < STATES_MAX {
            *self.shard(hash).entry(hash).or_insert_with(|| {
                self.state_count.fetch_add(1, Ordering::Relaxed);
                0
            }) |= bit(haul);
        }
    }

    /// Whether a tree of the other direction has come to a state.
    pub(crate) fn meets(&self, haul: Haul, hash: u64) -> bool {
        self.shard(hash).get(&hash).is_some_and(|bits| bits & !bit(haul) != 0)
    }

    /// Asks the other threads for the other half of a solution.
    pub(crate) fn post(&self, post: Post<N>) {
        let mut posts = lock(&self.posts);
        posts.push(post);
        self.post_count.store(posts.len(), Ordering::Release);
    }

    /// The posts after the first `taken`.
    pub(crate) fn posts_since(&self, taken: &mut usize) -> Vec<Post<N>> {
        if self.post_count.load(Ordering::Acquire) <= *taken {
            return Vec::new();
        }
        let posts = lock(&self.posts);
        let fresh = posts[*taken..].to_vec();
        *taken = posts.len();
        fresh
    }

    /// Hands on what a thread has learned since the first `told` patterns, and takes what others
    /// have since `taken`.
    pub(crate) fn exchange(
        &self,
        thread: usize,
        patterns: &mut Patterns<N>,
        (told, taken): (&mut usize, &mut usize),
    ) {
        let is_new = self.lemma_count.load(Ordering::Acquire) > *taken;
        if patterns.len() <= *told && !is_new {
            return;
        }
        let mut lemmas = lock(&self.lemmas);
        let own = patterns.since(*told).map(|(boxes, keepers)| (thread, boxes, keepers));
        let own: Vec<_> = own.collect();
        for &(_, boxes, keepers) in lemmas[*taken..].iter().filter(|it| it.0 != thread) {
            patterns.learn(boxes, keepers);
        }
        lemmas.extend(own);
        (*told, *taken) = (patterns.len(), lemmas.len());
        self.lemma_count.store(lemmas.len(), Ordering::Release);
    }
}
