import { createHash } from 'node:crypto'
import type { RenderedDocument } from '../render/render-task.ts'
import type { RenderSource } from '../renderer.ts'

/** Of PDFs that are remembered. */
const MOST_BYTES = 32 * 1024 * 1024

/**
 * The PDFs of quotes that were asked for last, by the hash of all that they are made of: the same task gives the same bytes, so that a link that
 * many open is rendered once. Who asks for one that is being made waits for it.
 */
export class MadeQuotes {
  readonly #mostBytes: number
  readonly #made = new Map<string, RenderedDocument>()
  readonly #underWay = new Map<string, Promise<RenderedDocument>>()
  #bytes = 0

  constructor(mostBytes = MOST_BYTES) {
    this.#mostBytes = mostBytes
  }

  /** @param render makes what is not there; a failure is not remembered */
  async get(task: RenderSource, render: () => Promise<RenderedDocument>): Promise<RenderedDocument> {
    const key = hashOf(task)
    const known = this.#made.get(key)
    if (known === undefined) return await (this.#underWay.get(key) ?? this.#start(key, render))
    this.#made.delete(key)
    this.#made.set(key, known)
    return known
  }

  async #start(key: string, render: () => Promise<RenderedDocument>): Promise<RenderedDocument> {
    const rendering = render()
    this.#underWay.set(key, rendering)
    try {
      const document = await rendering
      this.#add(key, document)
      return document
    } finally {
      this.#underWay.delete(key)
    }
  }

  #add(key: string, document: RenderedDocument): void {
    this.#made.set(key, document)
    this.#bytes += document.pdf.byteLength
    for (const [oldest, { pdf }] of this.#made) {
      if (this.#bytes <= this.#mostBytes) break
      this.#made.delete(oldest)
      this.#bytes -= pdf.byteLength
    }
  }
}

function hashOf({ files = {}, fonts = [], ...task }: RenderSource): string {
  const hash = createHash('sha256').update(JSON.stringify([task, Object.keys(files), fonts.length]))
  for (const bytes of [...Object.values(files), ...fonts]) hash.update(`${bytes.byteLength} `).update(bytes)
  return hash.digest('hex')
}
