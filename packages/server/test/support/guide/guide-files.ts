import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { guideFolder } from './guide-examples.ts'

export interface GuideFile {
  /** `machine/alarms.md` */
  path: string
  markdown: string
}

/** The files of `docs/guide` as they are on the disk. */
export class GuideFiles {
  readonly pages: readonly GuideFile[]
  readonly pictures: readonly string[]
  readonly contents: string

  private constructor(pages: readonly GuideFile[], pictures: readonly string[], contents: string) {
    this.pages = pages
    this.pictures = pictures
    this.contents = contents
  }

  static read(): GuideFiles {
    const names = readdirSync(guideFolder, { recursive: true, encoding: 'utf8' }).toSorted()
    const pages = names
      .filter((name) => name.endsWith('.md') && name !== 'README.md')
      .map((path) => ({ path, markdown: readFileSync(join(guideFolder, path), 'utf8') }))
    const pictures = names.filter((name) => name.startsWith('images/'))
    return new GuideFiles(pages, pictures, readFileSync(join(guideFolder, 'README.md'), 'utf8'))
  }

  of(path: string): GuideFile {
    const found = this.pages.find((one) => one.path === path)
    if (found === undefined) throw new Error(`There is no guide ${path}.`)
    return found
  }
}
