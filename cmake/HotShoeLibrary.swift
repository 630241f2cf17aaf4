// libhotshoe.so has no code of its own: it consists of the libraries that it is linked to. CMake needs a source file to link with Swift.
