#!/usr/bin/env python3
"""Verifies an archive of a twin and lists what is in it. Knows docs/archive.md and nothing else.

    python3 read-archive.py bridge.twin [--files folder]

With --files it writes the files of the twin, by their paths, into a new folder. Ends with 1 and a sentence if
something is wrong.
"""

import hashlib
import json
import os
import re
import sys
import zipfile

HEX = re.compile(r"[0-9a-f]{64}")


class Wrong(Exception):
    pass


def check(condition, sentence):
    if not condition:
        raise Wrong(sentence)


def digest_of(archive, name):
    sha256 = hashlib.sha256()
    with archive.open(name) as file:  # reading to the end compares the CRC, too
        for piece in iter(lambda: file.read(1 << 20), b""):
            sha256.update(piece)
    return sha256.hexdigest()


def manifest(archive, base, name):
    listed = {}
    for line in archive.read(base + name).decode("utf-8").split("\n")[:-1]:
        sha256, file = line[:64], line[66:]
        check(HEX.fullmatch(sha256) and line[64:66] == "  ", f"{name} has a line that is none: {line!r}")
        check(file not in listed, f"{name} has {file!r} twice.")
        listed[file] = sha256
    return listed


def records(archive, name):
    with archive.open(name) as file:
        for number, line in enumerate(file, 1):
            record = json.loads(line)
            check(line.endswith(b"\n") and isinstance(record, dict), f"Line {number} of {name!r} is no record.")
            yield record


def verify(archive):
    names = archive.namelist()
    check(len(set(names)) == len(names), "A name is in the archive twice.")
    base = names[0].split("/")[0] + "/"
    check(all(name.startswith(base) for name in names), "There is more than one base folder.")
    inside = {name[len(base):] for name in names}
    check("bagit.txt" in inside, "There is no bagit.txt.")
    check(archive.read(base + "bagit.txt").startswith(b"BagIt-Version: 1.0\n"), "It is no BagIt 1.0 bag.")
    tags, payload = manifest(archive, base, "tagmanifest-sha256.txt"), manifest(archive, base, "manifest-sha256.txt")
    check(list(payload) == sorted(payload, key=str.encode), "The manifest is not in order.")
    data = {name for name in inside if name.startswith("data/")}
    check(set(payload) == data, f"The manifest does not list what is there: {sorted(set(payload) ^ data)[:3]}")
    check(inside == data | set(tags) | {"tagmanifest-sha256.txt"}, "There are other files besides.")
    for name, sha256 in [*tags.items(), *payload.items()]:
        check(digest_of(archive, base + name) == sha256, f"The bytes of {name!r} are not those of the manifest.")
        if name.startswith("data/blobs/"):
            check(name == f"data/blobs/{sha256[:2]}/{sha256}", f"{name!r} is not named by its digest.")
    info = dict(line.split(": ", 1) for line in archive.read(base + "bag-info.txt").decode().splitlines())
    size = sum(archive.getinfo(base + name).file_size for name in data)
    check(info["Payload-Oxum"] == f"{size}.{len(data)}", "Payload-Oxum is wrong.")
    about = json.loads(archive.read(base + "data/archive.json"))
    check(about["format"] == 1, f"The archive has format {about['format']}; this program reads format 1.")
    twin = {base[:-1], info["External-Identifier"], about["twin"]["id"]}
    check(len(twin) == 1, f"It names more than one twin: {sorted(twin)}")
    return base, about


def count(archive, base, about):
    found, blobs = {}, {}
    for name in archive.namelist():
        kind = re.fullmatch(r"data/(?:records/(.+)|(people)|(history/audit))\.ndjson", name[len(base):])
        if not kind:
            continue
        kind = kind[1] or {"people": "people/person", "history/audit": "audit/entry"}[kind[2] or kind[3]]
        for record in records(archive, name):
            found[kind] = found.get(kind, 0) + 1
            if kind == "blobs/blob":
                blobs[record["sha256"]] = record["size"]
    check(found == about["counts"]["records"], f"The numbers of records are others: {found}")
    check(len(blobs) == about["counts"]["blobs"], "The number of contents is another.")
    check(sum(blobs.values()) == about["counts"]["bytes"], "The contents have other sizes.")
    for sha256, length in blobs.items():
        there = archive.getinfo(f"{base}data/blobs/{sha256[:2]}/{sha256}").file_size
        check(there == length, f"The content {sha256} has another size.")
    return found


def write_files(archive, base, folder):
    """The live files of Storage; parents come before their children."""
    paths = {}
    for item in records(archive, base + "data/records/storage/item.ndjson"):
        parent = paths.get(item.get("parentId")) if "parentId" in item else folder
        if item["state"] != "live" or parent is None:
            continue
        path = os.path.join(parent, item["name"]) if "parentId" in item else folder
        check(item["name"] == os.path.basename(item["name"]) not in (".", ".."), "A name leads elsewhere.")
        if item["kind"] == 0:
            paths[item["id"]] = path
            os.makedirs(path)
        elif "blobId" in item:
            sha256 = item["blobId"][:64]
            with archive.open(f"{base}data/blobs/{sha256[:2]}/{sha256}") as source, open(path, "xb") as target:
                for piece in iter(lambda: source.read(1 << 20), b""):
                    target.write(piece)


def main(path, folder=None):
    with zipfile.ZipFile(path) as archive:
        base, about = verify(archive)
        found = count(archive, base, about)
        twin = about["twin"]
        print(f"{twin['displayName']} ({twin['number']}), {about['snapshot']}, by {about['program']}")
        for kind, number in found.items():
            print(f"{number:10} {kind}")
        for one in about["leftOut"]:
            print(f"left out: {one.get('name', one.get('count', ''))} {one['message']}")
        if folder:
            write_files(archive, base, folder)


if __name__ == "__main__":
    try:
        main(sys.argv[1], sys.argv[3] if sys.argv[2:3] == ["--files"] else None)
    except (Wrong, zipfile.BadZipFile, KeyError, ValueError) as error:
        sys.exit(f"{sys.argv[1]}: {error}")
