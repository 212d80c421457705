// Everything is in the library that this is linked with.
