// The library with the command line has no code of its own either. See HotShoeLibrary.swift.
