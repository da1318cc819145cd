import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** Names of all files of the repository, or all of its commits, are longer than what is taken by default. */
const LONGEST_OUTPUT = 64 * 1024 ** 2

export const REPOSITORY = join(import.meta.dirname, '../../../..')

/** Runs git in the repository. @param environment variables beside those of this process @returns what it has written, without the end of the last line */
export async function git(words: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<string> {
  const env = { ...process.env, ...environment }
  const { stdout } = await run('git', words, { cwd: REPOSITORY, env, maxBuffer: LONGEST_OUTPUT })
  return stdout.trimEnd()
}
