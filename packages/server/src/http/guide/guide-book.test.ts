import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { allSettings, permissionDescriptions, RULE_TEST_DAYS, resources } from '@packhouse/contract'
import { catalogues } from '@packhouse/messages/catalogues'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { darkOf, GuideBook } from './guide-book.ts'

const folder = join(import.meta.dirname, '../../../../../docs/guide')
const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()
const pages = names.filter((name) => name.endsWith('.md') && name !== 'README.md')
const pictures = names.filter((name) => name.startsWith('images/'))
const markdownOf = (name: string) => readFileSync(join(folder, name), 'utf8')
const book = await GuideBook.read(folder, 'https://packhouse.test')

/** What is written on buttons, tabs, fields and menus: whole messages and labels, `New {noun}` with each noun, and `Test against the last {days} days` as it is here. */
const onScreens = new Set<string>([
  ...Object.values(catalogues[0].messages).flatMap((text) =>
    text.includes('{noun}')
      ? resources.map(({ noun: [one] }) => text.replace('{noun}', one))
      : [text, ...counted(text)],
  ),
  ...resources.flatMap(({ noun, fields }) => [
    ...noun,
    ...noun.map((one) => `${one[0]?.toUpperCase()}${one.slice(1)}`),
    ...Object.values(fields).flatMap(({ label, choices = [] }) => [label, ...choices]),
  ]),
  ...Object.values(allSettings).map(({ label }) => label),
  ...Object.values(permissionDescriptions),
])

/** The branches of a plural without a number in them, and a message of days with those that the product uses. */
function counted(text: string): string[] {
  const branches = /^\{count, plural,/.test(text)
    ? [...text.matchAll(/\{([^{}#]+)\}/g)].map(([, branch = '']) => branch)
    : []
  return [...branches, text.replace('{days}', String(RULE_TEST_DAYS))]
}

test('the contents list every guide by its title', () => {
  expect(book.pages.map(({ path }) => `${path}.md`).toSorted()).toEqual(pages)
  const listed = [...markdownOf('README.md').matchAll(/^- \[(.+)\]\(([\w/-]+)\.md\)$/gm)]
  expect(listed.map(([, title, path]) => [path, title])).toEqual(book.pages.map(({ path, title }) => [path, title]))
})

describe.each(pages)('%s', (page) => {
  const markdown = markdownOf(page)
  const words = markdown.replaceAll(/^```[\s\S]*?^```$/gm, '')

  test('asks one question, and answers it in its first paragraph', () => {
    const { title, summary } = book.pages.find(({ path }) => `${path}.md` === page) ?? { title: '', summary: '' }
    expect(title).toMatch(/^[A-Z].*\?$/)
    expect(summary.length).toBeGreaterThan(30)
    expect(summary.length).toBeLessThan(220)
    expect(markdown.length).toBeLessThan(6_000)
  })

  test('names controls as the screens do', () => {
    const bold = [...words.matchAll(/\*\*(.+?)\*\*/g)].map(([, name = '']) => name)
    expect(bold.filter((name) => !onScreens.has(name))).toEqual([])
  })

  test('leads to what there is', () => {
    const links = [...words.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
    const missing = links.filter((link) => {
      if (/^https?:/.test(link)) return false
      const [file = '', anchor] = link.split('#')
      const target = posix.join(posix.dirname(page), file)
      if (!existsSync(join(folder, target))) return true
      return anchor !== undefined && !anchorsOf(target).includes(anchor)
    })
    expect(missing).toEqual([])
  })
})

function anchorsOf(file: string): string[] {
  return [...markdownOf(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, ''),
  )
}

describe('pictures', () => {
  test('are each shown by a guide, with words for whoever does not see them', () => {
    const shown = pages.flatMap((page) => [...markdownOf(page).matchAll(/!\[([^\]]*)\]\(\.\.\/([^)]+)\)/g)])
    const files = shown.flatMap(([, , file = '']) => [file, ...[darkOf(file)].filter((one) => pictures.includes(one))])
    expect([...new Set(files)].toSorted()).toEqual(pictures)
    for (const [, alt = '', file] of shown) expect(alt.length, file).toBeGreaterThan(20)
  })

  test('are few and small', async () => {
    expect(pictures.length).toBeLessThanOrEqual(12)
    for (const file of pictures) {
      expect(statSync(join(folder, file)).size, file).toBeLessThanOrEqual(100 * 1024)
      expect((await sharp(join(folder, file)).metadata()).format, file).toBe('webp')
    }
  })
})
