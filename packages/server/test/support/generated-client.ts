import { execFile } from 'node:child_process'
import { readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { generateSource } from 'oazapfts'
import { makeVolatileFolder, type TemporaryFolder } from './temporary-folder.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../../../..')

/** The options of this repository, strict, and what a client needs of a browser: the types of fetch. */
const options = { types: ['node'], lib: ['es2024', 'dom'], typeRoots: ['node_modules/@types'] }

/** A client made of an OpenAPI document, in a folder of its own. Nothing of it stays. */
export class GeneratedClient {
  readonly #folder: TemporaryFolder

  private constructor(folder: TemporaryFolder) {
    this.#folder = folder
  }

  /** @param address of the document */
  static async make(address: string): Promise<GeneratedClient> {
    const folder = await makeVolatileFolder('client')
    const client = new GeneratedClient(folder)
    await client.#write('client.ts', await generateSource(address))
    await client.#write('package.json', JSON.stringify({ type: 'module' }))
    await symlink(join(root, 'node_modules'), join(folder.path, 'node_modules'))
    return client
  }

  /** The functions that the client has. */
  async functions(): Promise<string[]> {
    const source = await readFile(join(this.#folder.path, 'client.ts'), 'utf8')
    return [...source.matchAll(/^export function (\w+)/gm)].map(([, name = '']) => name)
  }

  /**
   * Compiles a program together with the client, and runs it. @returns what it writes
   * @throws Error with what the compiler or the program says where either fails
   */
  async run(program: string, environment: NodeJS.ProcessEnv): Promise<string> {
    const { path } = this.#folder
    await this.#write('program.ts', program)
    const extended = { extends: join(root, 'tsconfig.base.json'), compilerOptions: options, files: ['program.ts'] }
    await this.#write('tsconfig.json', JSON.stringify(extended))
    await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', path], { cwd: path }).catch(
      ({ stdout }: { stdout: string }) => {
        throw new Error(`The client does not compile:\n${stdout.slice(0, 5_000)}`)
      },
    )
    const { stdout } = await run(process.execPath, ['program.ts'], { cwd: path, env: environment })
    return stdout
  }

  async remove(): Promise<void> {
    await this.#folder.remove()
  }

  async #write(name: string, text: string): Promise<void> {
    await writeFile(join(this.#folder.path, name), text)
  }
}
