"""Moves the areas into folders of their own and rewrites every path that names a moved file. Usage: move.py <checkout>"""
import json
import os
import posixpath
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
os.chdir(sys.argv[1])
files = subprocess.check_output(['git', 'ls-files'], text=True).split('\n')[:-1]

# Names that differ from one floor to another today.
SUBJECT = {
    'access': 'people', 'estimator': 'quotes', 'quote': 'quotes', 'palette': 'search', 'registration': 'monitoring', 'reference': 'customers',
    'operation': 'insight', 'health': 'insight', 'audit': 'insight', 'analytics': 'insight', 'server-log': 'insight', 'webhooks': 'insight',
    'backups': 'insight', 'telemetry': 'monitoring', 'home': 'monitoring',
}
NOT_AREAS = {'engine', 'platform', 'telemetry', 'live', 'history', 'ingest', 'connect', 'http'}
TESTS_OF_ALL = {'conformance', 'crash', 'engine', 'nodes', 'platform', 'resources', 'security', 'structure', 'support', 'telemetry', 'upgrade'}
BROWSER = json.load(open(os.path.join(HERE, 'browser-tests.json')))


def subject(name):
    return SUBJECT.get(name, name)


def target(path):
    m = re.match(r'packages/contract/src/([^/]+)/(.+)$', path)
    if m and m[1] not in NOT_AREAS:
        return f'areas/{subject(m[1])}/contract/{m[2]}'
    m = re.match(r'packages/server/src/([^/]+)/(.+)$', path)
    if m and m[1] not in NOT_AREAS:
        return f'areas/{subject(m[1])}/README.md' if m[2] == 'README.md' else f'areas/{subject(m[1])}/server/{m[2]}'
    m = re.match(r'packages/server/test/([^/]+)/(.+)$', path)
    if m and m[1] not in TESTS_OF_ALL:
        return f'areas/{subject(m[1])}/test/{m[2]}'
    m = re.match(r'packages/web/src/features/([^/]+)/(.+)$', path)
    if m and m[1] != 'shell':
        to = subject(m[1])
        is_whole = to == m[1] or m[1] == 'estimator'
        return f'areas/{to}/web/{m[2]}' if is_whole else f'areas/{to}/web/{m[1]}/{m[2]}'
    m = re.match(r'e2e/test/(?:(office)/)?([^/]+)$', path)
    if m and m[2] in BROWSER:
        return f"areas/{BROWSER[m[2]]}/e2e/{'office/' if m[1] else ''}{m[2]}"
    return path


moves = {path: target(path) for path in files}
if len(set(moves.values())) != len(files):
    raise SystemExit('Two files would have one path.')
folders = {}
for old, new in moves.items():
    folder = posixpath.dirname(old)
    while folder:
        rest = old[len(folder):]
        here = new[:-len(rest)] if old != new and new.endswith(rest) else None
        folders[folder] = here if folders.get(folder, here) == here else None
        folder = posixpath.dirname(folder)


def new_path(old):
    return moves.get(old) or (folders[old] or old if old in folders else None)


def relative(from_file, to, is_plain):
    path = posixpath.relpath(to, posixpath.dirname(from_file))
    return path if is_plain or path.startswith('.') else f'./{path}'


CODE = re.compile(r'\.(ts|tsx|mjs|mts|css|html|md)$')
TEXT = re.compile(r'\.(ts|tsx|mjs|mts|js|css|json|md|html|yml|yaml|toml|sql|typ|conf|service|sh)$|(Containerfile|\.gitattributes|\.gitignore)$')
LINK = re.compile(r'(\]\()((?:\.{0,2}/)?[\w@.][\w@./-]*)(#[^)]*)?(\))')
QUOTED = re.compile(r"(['\"`])(\.\.?(?:/[\w@.$*{}-]+)*/?)((?:\?[\w=&]+)?)(\1)")
# A package exports nothing that lies outside of it.
SOLVER = moves['packages/contract/src/library/solver/index.ts']
rewritten = {}
for file in files:
    if not TEXT.search(file):
        continue
    to = moves[file]
    with open(file, encoding='utf8', newline='') as stream:
        before = stream.read()
    text = before

    def place(m):
        start, path, rest, end = m[1], m[2], m[3] or '', m[4]
        # Two dots are a folder beside the file's own alone: elsewhere they are text, as in '200..400'.
        if set(path) <= set('./') and not file.endswith('.md') and not m.string[:m.start()].endswith('import.meta.dirname, '):
            return m[0]
        old = posixpath.normpath(posixpath.join(posixpath.dirname(file), path))
        found = new_path(old)
        if found is None or (file == to and found == old):
            return m[0]
        slash = '/' if path.endswith('/') and len(path) > 2 else ''
        return f"{start}{relative(to, found, not path.startswith('.'))}{slash}{rest}{end}"

    if CODE.search(file):
        text = text.replace("'@packhouse/contract/configurator'", f"'{relative(to, SOLVER, False)}'")
        text = (LINK if file.endswith('.md') else QUOTED).sub(place, text)

    def from_root(m):
        tail = re.search(r'[/.]*$', m[0])[0]
        found = new_path(m[0][:len(m[0]) - len(tail)])
        return m[0] if found is None else found + tail

    text = re.sub(r'(?<![\w./-])(?:packages|e2e)/[\w@./-]+', from_root, text)
    if text != before:
        rewritten[file] = text
for file, text in rewritten.items():
    with open(file, 'w', encoding='utf8', newline='') as stream:
        stream.write(text)
for old, new in moves.items():
    if old != new:
        os.makedirs(os.path.dirname(new), exist_ok=True)
        os.rename(old, new)
subprocess.check_call(['git', 'add', '-A'])
print(len(rewritten), 'files rewritten,', sum(old != new for old, new in moves.items()), 'moved')
