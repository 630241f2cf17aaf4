/// Global names of the C library's headers (ISO C, POSIX, glibc 2.36) that a module may have as well. A namespace with such a name
/// would not compile where the header is included.
enum CLibraryNames {
    static let all = Set(text.split(whereSeparator: \.isWhitespace).map(String.init))

    private static let text = """
        abort abs accept access acct acos acosh addrinfo adjtime alarm alloca alphasort asctime asin asinh asprintf
        atan atanh atexit atof atoi atol basename bcmp bcopy bind brk bsearch btowc bzero calloc cbrt ceil char chdir
        chmod chown chroot clearenv clearerr clock clone close closedir closefrom closelog cmsghdr confstr connect
        copysign cos cosh creat crypt ctermid ctime cuserid daddl daemon daylight dfmal difftime dirent dirfd div
        dladdr dlclose dlerror dlinfo dlmopen dlopen dlsym dlvsym double dprintf drem dup duplocale dysize eaccess
        ecvt entry environ erf erfc errno euidaccess exit exp fchdir fchmod fchmodat fchown fchownat fclose fcloseall
        fcntl fcvt feof ferror fexecve fileno finite float flock flockfile floor fma fopen fork fpathconf fprintf
        fread free freelocale freopen frexp ftell ftello ftruncate ftw futimens futimes futimesat fwide fwprintf
        fwrite fwscanf gaicb gamma gcvt getc getw glob globfree gmtime grantpt group gsignal hcreate hdestroy herror
        hostent hsearch hstrerror htonl htons hypot ilogb index initgroups initstate innetgr insque int ioctl iovec
        iruserok itimerspec itimerval kill killpg labs lchmod lchown lconv ldexp ldiv lfind linger link linkat linux
        listen llabs lldiv llogb localeconv localtime lockf log logb longjmp lsearch lseek lstat lutimes madvise main
        malloc mblen mbtowc mincore mkdir mmap mmsghdr modf mprotect mremap msghdr msync nearbyint netent newlocale
        nftw nice ntohl ntohs obstack open openat opendir openlog optarg opterr optind optopt osockaddr passwd
        pathconf pause pclose perror pipe poll pollfd popen pow ppoll printf prlimit profil protoent pselect psiginfo
        psignal ptsname putenv qecvt qelem qfcvt qgcvt qsort raise rand random rawmemchr rcmd read readahead readdir
        readlink readlinkat readv realloc realpath recv recvfrom recvmmsg recvmsg remainder remove remque remquo
        rename renameat revoke rewind rewinddir rexec rindex rint rlimit rmdir round roundeven rpmatch rresvport
        rusage ruserok sbrk scandir scandirat scanf seekdir select send sendmmsg sendmsg sendto servent shutdown
        signal sin sincos sinh sleep snprintf sockaddr sockatmark socket socketpair splice sprintf sqrt srand srandom
        sscanf ssignal stat statx std stderr stdin stdout stpcpy stpncpy swab swprintf swscanf symlink symlinkat sync
        syncfs syscall sysconf syslog system tan tanh tcdrain tcflow tcflush tcgetattr tcgetpgrp tcgetsid tcsetattr
        tcsetpgrp tdelete tdestroy tee telldir tempnam termio termios tfind tgamma tgkill time timegm timelocal
        timespec timeval timex timezone tmpfile tmpnam toascii tolower totalorder toupper trunc truncate tsearch
        ttyname ttyslot twalk tzname tzset ualarm ucred uint ulong umask ungetc ungetwc unix unlink unlinkat unsetenv
        unshare uselocale ushort usleep utimbuf utime utimensat utimes vhangup vmsplice wait waitid waitpid wcpcpy
        wcpncpy wcrtomb wctob wctomb wctrans wctype wcwidth winsize wprintf write writev wscanf
        """
}
