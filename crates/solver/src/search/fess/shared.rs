//! What the threads of a portfolio share: patterns, the states their trees have reached, and the
//! result.

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

/// The number of small state tables, with a lock each so that threads hardly ever wait.
const SHARDS: usize = 256;

/// The most states that are shared; each takes about 24 bytes.
const STATES_MAX: usize = 4 << 20;

/// The result of a portfolio.
#[derive(Clone, Debug)]
pub(crate) enum PortfolioResult {
    Found(Method, Way),
    NoSolution(Method),
}

/// Why the threads of a search stop. The first reason counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StopCause {
    /// One of them has a result.
    Result,
    /// The observer, or an error in it, has stopped the first thread.
    Limit(Stop),
}

/// One half of a solution, up to a state that a tree of another thread has reached.
#[derive(Clone, Debug)]
pub(crate) struct HalfSolution<const N: usize> {
    pub(crate) state: FessState<N>,
    pub(crate) hash: u64,
    /// The direction of play in which it was found.
    pub(crate) haul: Haul,
    pub(crate) way: Way,
}

/// The shared data.
#[derive(Debug)]
pub(crate) struct Shared<const N: usize> {
    pub(crate) end: OnceLock<StopCause>,
    pub(crate) nodes: AtomicU64,
    pub(crate) bytes: AtomicU64,
    result: Mutex<Option<PortfolioResult>>,
    pub(crate) errors: Mutex<Vec<InternalError>>,
    /// Patterns in the order in which they were learned, with the thread that learned them.
    lemmas: Mutex<Vec<(usize, Bits<N>, Bits<N>)>>,
    lemma_count: AtomicUsize,
    /// The directions of play that have reached a state, one bit each.
    states: Vec<Mutex<FixedMap<u64, u8>>>,
    state_count: AtomicUsize,
    posts: Mutex<Vec<HalfSolution<N>>>,
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

    /// The memory of the state table, in bytes.
    pub(crate) fn state_bytes(&self) -> u64 {
        self.state_count.load(Ordering::Relaxed) as u64 * 24
    }

    /// Records a result and stops all threads. The first result counts.
    pub(crate) fn finish(&self, result: PortfolioResult) {
        lock(&self.result).get_or_insert(result);
        self.end(StopCause::Result);
    }

    /// Stops all threads, unless they have been stopped before.
    pub(crate) fn end(&self, end: StopCause) {
        self.end.get_or_init(|| end);
    }

    /// Why a thread has to stop, if it has to. If there is a result, the reason is not reported.
    pub(crate) fn reason_to_end(&self) -> Option<Stop> {
        self.end.get().map(|end| match end {
            StopCause::Limit(reason) => *reason,
            StopCause::Result => Stop::Interrupted,
        })
    }

    pub(crate) fn result(&self) -> Option<PortfolioResult> {
        lock(&self.result).clone()
    }

    fn shard(&self, hash: u64) -> MutexGuard<'_, FixedMap<u64, u8>> {
        lock(&self.states[(hash >> 56) as usize % SHARDS])
    }

    /// Tells the other threads that a state has been reached.
    pub(crate) fn publish(&self, haul: Haul, hash: u64) {
        if self.state_count.load(Ordering::Relaxed) < STATES_MAX {
            *self.shard(hash).entry(hash).or_insert_with(|| {
                self.state_count.fetch_add(1, Ordering::Relaxed);
                0
            }) |= bit(haul);
        }
    }

    /// Whether a tree of the other direction has reached a state.
    pub(crate) fn meets(&self, haul: Haul, hash: u64) -> bool {
        self.shard(hash).get(&hash).is_some_and(|bits| bits & !bit(haul) != 0)
    }

    /// Asks the other threads for the other half of a solution.
    pub(crate) fn post(&self, post: HalfSolution<N>) {
        let mut posts = lock(&self.posts);
        posts.push(post);
        self.post_count.store(posts.len(), Ordering::Release);
    }

    /// The posts after the first `taken`.
    pub(crate) fn posts_since(&self, taken: &mut usize) -> Vec<HalfSolution<N>> {
        if self.post_count.load(Ordering::Acquire) <= *taken {
            return Vec::new();
        }
        let posts = lock(&self.posts);
        let fresh = posts[*taken..].to_vec();
        *taken = posts.len();
        fresh
    }

    /// Publishes the patterns that a thread has learned since `told`, and adopts those that others
    /// have published since `taken`.
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
