//! `soko serve`: Sokolab in a browser.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use anyhow::Context;
use sokolab_server::{OpenLibrary, Server, ServerLimits, ServerOptions};

use crate::exit::{self, Exit};
use crate::io::interrupt;
use crate::io::message;
use crate::io::output::Output;
use crate::library_file::LibraryFile;
use crate::search::limits::cores;

/// Play, solve, analyse, edit and generate levels in a browser.
///
/// Prints the address of the page and serves it until Ctrl-C. Only this machine can reach it, and
/// only with the token in the address. The page needs no network. Your solutions are stored in your
/// library.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Serve {
    /// The port to listen on; 0 selects a free port.
    #[arg(long, value_name = "N", default_value_t = 0)]
    port: u16,

    /// Open the page in the browser.
    #[arg(long)]
    open: bool,

    /// The address to listen on. With an address other than loopback, anyone with the token can use
    /// the service over the network, unencrypted.
    #[arg(long, hide_short_help = true, value_name = "ADDRESS",
        default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,

    #[command(flatten)]
    library: LibraryFile,

    /// Neither read nor write a library.
    #[arg(long, help_heading = "Library", conflicts_with = "library")]
    no_library: bool,
}

const EXAMPLES: &str = "\
Examples:
  soko serve --open           # open the page in the browser
  soko serve --port 8080      # always at the same port
";

impl Serve {
    pub(crate) fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        let limits = ServerLimits::for_cores(cores());
        let (address, port) = (self.address, self.port);
        let file = self.library;
        let open = move || file.open_to_write().map_err(|error| format!("{error:#}"));
        let library = (!self.no_library).then(|| Arc::new(open) as Arc<OpenLibrary>);
        let options = ServerOptions { address, port, limits, library };
        let server = Server::bind(options).with_context(|| {
            format!("cannot listen on {address} port {port}: choose another with --port")
        })?;
        let address = server.page_address();
        output.line(&address)?;
        if self.open
            && let Err(error) = open::that_detached(&address)
            && !output.is_quiet()
        {
            message::line!("warning: no browser could be opened ({error}): open the address");
        }
        server.run(interrupt::is_interrupted).context("the server had to stop")?;
        Ok(exit::DONE)
    }
}
