import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ofInstallation } from '../../../src/http/guide/guide-book.ts'
import { makeVolatileFolder, type TemporaryFolder } from '../temporary-folder.ts'

const root = join(import.meta.dirname, '../../../../..')
export const guideFolder = join(root, 'docs/guide')

/** A code block of a guide: something to run, or what comes of the one before it. */
export interface GuideBlock {
  language: string
  text: string
  isAnswer: boolean
  /** Why it is not run, as the Markdown says; undefined where it is. */
  notRun: string | undefined
}

/** Where the product is for which the examples are run. */
export interface ExamplePlace {
  url: string
  mqttPort: number
}

/** The code blocks of a guide, with the addresses of a running product. */
export function blocksOf(path: string, { url, mqttPort }: ExamplePlace): GuideBlock[] {
  const markdown = ofInstallation(readFileSync(join(guideFolder, path), 'utf8'), url).replaceAll(
    /\b1883\b/g,
    String(mqttPort),
  )
  return [...markdown.matchAll(/^```(\w*)([^\n]*)\n([\s\S]*?)^```$/gm)].map(
    ([, language = '', info = '', text = '']) => ({
      language,
      text,
      isAnswer: /\banswer\b/.test(info),
      notRun: /not-run="([^"]+)"/.exec(info)?.[1],
    }),
  )
}

/** Whether what an example wrote is what its guide shows: `…` stands for anything, and blanks count in no JSON. */
export function showsAnswer({ language, text }: GuideBlock, written: string): boolean {
  const plain = (one: string) => (language === 'json' ? one.replaceAll(/\s+/g, '') : one.replaceAll('\r', '').trim())
  const parts = plain(text)
    .split('…')
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('[\\s\\S]*')}$`).test(plain(written))
}

/** A folder in which examples are run, with the packages of this repository and with the programs that they call. */
export class ExampleFolder {
  readonly #folder: TemporaryFolder
  readonly #running = new Set<ChildProcess>()
  #count = 0

  private constructor(folder: TemporaryFolder) {
    this.#folder = folder
  }

  static async make(): Promise<ExampleFolder> {
    const folder = await makeVolatileFolder('guide')
    await symlink(join(root, 'node_modules'), join(folder.path, 'node_modules'))
    await writeFile(join(folder.path, 'package.json'), JSON.stringify({ type: 'module' }))
    // Where a program is not installed, one of ours does what the examples need of it.
    for (const [name, file] of [
      ['curl', 'curl.ts'],
      ['mosquitto_pub', 'mosquitto-pub.ts'],
    ] as const) {
      if (process.env.OWN_PROGRAMS === undefined && spawnSync(name, ['--help']).error === undefined) continue
      const path = join(folder.path, name)
      await writeFile(path, `#!/bin/sh\nexec '${process.execPath}' '${join(import.meta.dirname, file)}' "$@"\n`)
      await chmod(path, 0o755)
    }
    return new ExampleFolder(folder)
  }

  /** Runs commands in one shell, one block after the other. @returns what each wrote @throws Error with what the shell says where one fails */
  async runCommands(blocks: readonly GuideBlock[], environment: NodeJS.ProcessEnv): Promise<string[]> {
    const mark = '--- end of a block ---'
    const script = blocks.map(({ text }) => `${text}\necho; echo '${mark}'`).join('\n')
    const written = await this.#finish(this.#start('bash', ['-euo', 'pipefail', '-c', script], environment))
    return written.split(mark).slice(0, blocks.length)
  }

  /** Runs a program as it is written. @returns what it wrote @throws Error with what it says where it fails */
  async runProgram(block: GuideBlock, environment: NodeJS.ProcessEnv): Promise<string> {
    return await this.#finish(await this.startProgram(block, environment))
  }

  /** Starts a program that goes on until it is ended. */
  async startProgram({ text }: GuideBlock, environment: NodeJS.ProcessEnv): Promise<ChildProcess> {
    const file = join(this.#folder.path, `example-${this.#count++}.ts`)
    await writeFile(file, text)
    return this.#start(process.execPath, [file], environment)
  }

  async remove(): Promise<void> {
    const ends = [...this.#running].map((child) => once(child, 'exit'))
    for (const child of this.#running) child.kill('SIGKILL')
    await Promise.all(ends)
    await this.#folder.remove()
  }

  #start(program: string, args: string[], environment: NodeJS.ProcessEnv): ChildProcess {
    const { path } = this.#folder
    const env = { PATH: `${path}:${process.env.PATH}`, ...environment }
    const child = spawn(program, args, { cwd: path, env, stdio: ['ignore', 'pipe', 'pipe'] })
    this.#running.add(child)
    child.once('exit', () => this.#running.delete(child))
    return child
  }

  async #finish(child: ChildProcess): Promise<string> {
    const [written, said] = [child.stdout, child.stderr].map(async (stream) => {
      const parts: Buffer[] = []
      for await (const part of stream ?? []) parts.push(part)
      return Buffer.concat(parts).toString()
    })
    const [code] = await once(child, 'close')
    if (code !== 0) throw new Error(`It ended with ${code}:\n${await said}\n${await written}`)
    return (await written) ?? ''
  }
}
