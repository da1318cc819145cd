import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from './repository.ts'

export const readme = readFileSync(join(repository, 'README.md'), 'utf8')

/** The one command of the README's shell blocks that contains a text. */
export function commandWith(text: string): string {
  const blocks = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) => block.trim().split('\n'))
  const found = blocks.filter((line) => line.includes(text))
  if (found.length !== 1 || found[0] === undefined)
    throw new Error(`The README has ${found.length} commands with ${text}.`)
  return found[0]
}

/** The arguments that a shell hands to a program of a command line. @param folder in which the shell stands */
export function argumentsOf(program: string, command: string, folder: string): string[] {
  const script = `${program}() { printf '%s\\0' "$@"; }\n${command}`
  const { stdout, status, stderr } = spawnSync('bash', ['-c', script], { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return stdout.split('\0').slice(0, -1)
}

/** Whether a program can be started by its name. */
export function isInstalled(program: string): boolean {
  return spawnSync('bash', ['-c', `command -v ${program}`]).status === 0
}

/** Links and sources of the README that lead to files of the repository. */
export function localLinks(): string[] {
  const links = [...readme.matchAll(/\]\(([^)]+)\)|(?:src|srcset)="([^"]+)"/g)].map(
    ([, link, source]) => link ?? source ?? '',
  )
  return links.filter((link) => !/^https?:/.test(link))
}
