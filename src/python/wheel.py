#!/usr/bin/env python3
"""Packs the Python module as a wheel: the module and its types, the built library and commands with the shared libraries that they need, and
the library of models. The wheel is reproducible (with the same zlib). Usage: wheel.py VERSION BUILD SOURCE OUTPUT; prints the name of the wheel.

Needs only the standard library, ldd, objdump and strip. Debugging symbols are removed from the libraries of Quire; other libraries are
copied unchanged. The module loads them in the order of the file `order`, dependencies first, so that their paths need no change."""

import base64
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile

# on every system that a wheel for it can be installed on: the C library, and those of which a second, older copy would harm other modules
SYSTEM = re.compile(r"(ld-linux.*|linux-vdso|libc|libm|libdl|libpthread|librt|libgcc_s|libstdc\+\+|libz)\.so\b.*")
# which versions of libstdc++ come with a C library of Linux distributions (the policies of PEP 600)
NEWEST_CXX = {31: 29, 34: 29, 35: 30, 36: 30, 38: 32, 39: 33}


def output_of(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, env={**os.environ, "LC_ALL": "C"}).stdout.decode()


def needed(name):
    return re.findall(r"^ *NEEDED +(\S+)$", output_of("objdump", "-p", name), re.M)


def paths(names):
    """Shared libraries needed by these files, without those of the system: path by name."""
    found = {}
    for line in output_of("ldd", *names).splitlines():
        name, _, path = line.strip().partition(" => ")
        if path.startswith("not found"):
            raise SystemExit("%s was not found: install it, then build the wheel" % name)
        if path and not SYSTEM.fullmatch(name):
            found[name] = path.rpartition(" (")[0]
    return found


def in_order(name, where, done):
    """The libraries needed by a file, dependencies first."""
    for other in needed(name):
        if other in where and other not in done:
            in_order(where[other], where, done)
            done.append(other)
    return done


def newest(names, prefix):
    """The newest symbol version of GLIBC or GLIBCXX required by files, as numbers."""
    found = [(0,)]
    for name in names:
        asked = output_of("objdump", "-p", name).partition("Version References:")[2]
        found += [tuple(map(int, v.split("."))) for v in re.findall(r" %s_([0-9.]+)$" % prefix, asked, re.M)]
    return max(found)


def platform_tag(names):
    """The platform tag: manylinux with the required C library, or linux if the files need a newer libstdc++."""
    machine = platform.machine()
    c, cxx = newest(names, "GLIBC"), newest(names, "GLIBCXX")
    known = [minor for minor in NEWEST_CXX if minor >= c[1] and (3, 4, NEWEST_CXX[minor]) >= cxx] if c[0] == 2 else []
    return "manylinux_2_%d_%s" % (c[1] if c[1] in known else min(known), machine) if known else "linux_" + machine


def licence(path):
    """The path of the licence text of the Debian package of a library; None if there is none."""
    real = os.path.realpath(path)
    for name in (path, real, real[len("/usr"):] if real.startswith("/usr/lib/") else real):
        try:
            found = subprocess.run(["dpkg-query", "-S", name], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
        except FileNotFoundError:
            return None
        package = found.stdout.decode().partition(":")[0]
        text = "/usr/share/doc/%s/copyright" % package
        if package and os.path.exists(text):
            return text
    return None


def files_of(version, build, source, folder):
    """The contents of the wheel without its list of files, as (name, bytes or path, whether it is a program), and the tag."""
    own = {}
    for name, path in (("libquire.so.0", ".libs/libquire.so.0"), ("quire", "quire"), ("quire-doe", "quire-doe")):
        own[name] = os.path.join(folder, name)
        shutil.copyfile(os.path.realpath(os.path.join(build, path)), own[name])
        subprocess.run(["strip", "--strip-unneeded", own[name]], check=True)
    where = paths(own.values())
    order = in_order(own["libquire.so.0"], where, []) + ["libquire.so.0"]
    tag = "py3-none-" + platform_tag([*own.values(), *where.values()])
    info = "quire-%s.dist-info/" % version
    files = [("quire.py", source + "/src/python/quire.py", False), ("quire-stubs/__init__.pyi", source + "/src/python/quire.pyi", False),
             ("quire.libs/order", "".join(name + "\n" for name in order).encode(), False)]
    files += [("quire.libs/" + name, path, not name.startswith("lib")) for name, path in own.items()]
    for name, path in where.items():
        files.append(("quire.libs/" + name, path, False))
        text = licence(path)
        if text is None:
            sys.stderr.write("wheel.py: no licence of %s is found: add it before the wheel is given to others\n" % name)
        else:
            files.append((info + "licenses/" + name + ".txt", text, False))
    models = os.path.join(source, "models")
    files += [("quire.libs/models/" + name, os.path.join(models, name), False) for name in os.listdir(models) if name.endswith(".xml")]
    files.append((info + "licenses/LICENSE", source + "/LICENSE", False))
    files.append((info + "METADATA", ("Metadata-Version: 2.1\nName: quire\nVersion: %s\n"
                  "Summary: Simulates how sheets of paper and film travel through machines\nRequires-Python: >=3.8\n"
                  "Provides-Extra: frames\nRequires-Dist: numpy ; extra == 'frames'\nRequires-Dist: pandas ; extra == 'frames'\n"
                  % version).encode(), False))
    files.append((info + "WHEEL", ("Wheel-Version: 1.0\nGenerator: quire\nRoot-Is-Purelib: false\nTag: %s\n" % tag).encode(), False))
    files.append((info + "entry_points.txt", b"[console_scripts]\nquire = quire:_main\n", False))
    return files, tag, info + "RECORD"


def main(version, build, source, output):
    moment = time.gmtime(max(int(os.environ.get("SOURCE_DATE_EPOCH") or 0), 315532800))[:6]  # archives begin in 1980
    with tempfile.TemporaryDirectory() as folder:
        files, tag, record = files_of(version, build, source, folder)
        name = os.path.join(output, "quire-%s-%s.whl" % (version, tag))
        lines = []
        with zipfile.ZipFile(name + ".part", "w") as archive:
            def add(inside, data, program):
                entry = zipfile.ZipInfo(inside, moment)
                entry.compress_type, entry.create_system = zipfile.ZIP_DEFLATED, 3
                entry.external_attr = (0o100755 if program else 0o100644) << 16
                archive.writestr(entry, data, compresslevel=6)
            for inside, data, program in sorted(files):
                if not isinstance(data, bytes):
                    with open(data, "rb") as file:
                        data = file.read()
                digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
                lines.append("%s,sha256=%s,%d\n" % (inside, digest, len(data)))
                add(inside, data, program)
            add(record, "".join(lines + [record + ",,\n"]).encode(), False)
    os.replace(name + ".part", name)
    print(name)


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit("usage: wheel.py VERSION BUILD SOURCE OUTPUT")
    main(*sys.argv[1:])
