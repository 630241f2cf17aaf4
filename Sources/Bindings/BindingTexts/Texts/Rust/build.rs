use std::env;
use std::path::Path;
use std::process::Command;

/// The folder with the library, or the search path of the linker that `pkg-config` knows.
fn main() {
    println!("cargo:rerun-if-env-changed=THE_PREFIX_LIB_DIR");
    println!("cargo:rerun-if-env-changed=PKG_CONFIG_PATH");
    if env::var_os("CARGO_FEATURE_LINK").is_none() {
        return;
    }
    if let Some(folder) = env::var_os("THE_PREFIX_LIB_DIR") {
        let folder = Path::new(&folder);
        let file = folder.join("libthe_prefix.so");
        assert!(file.exists(), "THE_PREFIX_LIB_DIR is {}, which has no libthe_prefix.so", folder.display());
        println!("cargo:rerun-if-changed={}", file.display());
        println!("cargo:rustc-link-search=native={}", folder.display());
    } else {
        search();
    }
    println!("cargo:rustc-link-lib=dylib=the_prefix");
}

/// Asks `pkg-config`. Without an answer, the linker searches its own folders.
fn search() {
    let program = env::var_os("PKG_CONFIG").unwrap_or_else(|| "pkg-config".into());
    let output = match Command::new(program).args(["--libs-only-L", "the_prefix"]).output() {
        Ok(output) if output.status.success() => output.stdout,
        _ => {
            println!("cargo:warning=pkg-config knows no the_prefix: THE_PREFIX_LIB_DIR can name the folder with libthe_prefix.so");
            return;
        }
    };
    for word in String::from_utf8_lossy(&output).split_whitespace() {
        if let Some(folder) = word.strip_prefix("-L") {
            println!("cargo:rustc-link-search=native={folder}");
        }
    }
}
