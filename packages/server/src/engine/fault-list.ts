import type { FieldError } from '@packhouse/contract'
import { MOST_FAULTS } from './problem-error.ts'

/** What is wrong with one value. It is put in words only if it is reported. */
export interface Fault {
  code: string
  words: () => string
}

/**
 * The faults of a thing that can have thousands. The first of them can be reported; of the others only paths and codes are stored, since a
 * file can have a million.
 */
export class FaultList {
  readonly #mayList: () => boolean
  #isListed: boolean | undefined
  readonly #listed: (Fault & { path: string })[] = []
  readonly #paths: string[] = []
  readonly #codes: string[] = []
  #count = 0

  /** @param mayList is asked at the first fault whether there is room for this list at all */
  constructor(mayList: () => boolean = () => true) {
    this.#mayList = mayList
  }

  /** How many faults there are in all. */
  get count(): number {
    return this.#count
  }

  /** Whether the first faults can be reported. */
  get isListed(): boolean {
    return this.#isListed === true
  }

  add(path: string, { code, words }: Fault): void {
    this.#count += 1
    if (this.#paths.at(-1) !== path || this.#codes.at(-1) !== code) {
      this.#paths.push(path)
      this.#codes.push(code)
    }
    this.#isListed ??= this.#mayList()
    if (this.#isListed && this.#listed.length < MOST_FAULTS) this.#listed.push({ path, code, words })
  }

  hasPath(path: string): boolean {
    return this.#paths.includes(path)
  }

  /** The path of the first fault with this code. */
  pathOf(code: string): string | undefined {
    return this.#paths[this.#codes.indexOf(code)]
  }

  areAll(code: string): boolean {
    return this.#codes.every((other) => other === code)
  }

  /** The first faults in words, `MOST_FAULTS` at most. */
  toErrors(): FieldError[] {
    return this.#listed.map(({ path, code, words }) => ({ path, code, message: words() }))
  }
}
