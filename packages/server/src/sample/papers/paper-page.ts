import { type CompanyPage, Written } from '../../documents/area.ts'
import type { Chapter, PaperWords } from './paper-words.ts'
import { english } from './words-en.ts'
import { norwegian } from './words-nb.ts'
import { polish } from './words-pl.ts'

/** A manual or declaration that has no file yet, with its machine and, where the library has it, the model. */
export interface WaitingPaper {
  id: string
  kind: 'manual' | 'ceDeclaration'
  /** BCP 47. */
  language: string | null
  revision: string
  /** ISO 8601, as is `commissionedAt`. */
  validFrom: string | null
  machineID: string
  serial: string | null
  commissionedAt: string | null
  model: string | null
  modelName: string | null
  /** Absent for a machine of our own. */
  supplier: string | null
  designSpeed: number | null
  speedUnit: string | null
  /** In mm. */
  width: number | null
  depth: number | null
  height: number | null
  /** In kg. */
  weight: number | null
  /** In V. */
  voltage: number | null
  phases: number | null
  /** In kW. */
  power: number | null
  airBar: number | null
  airLitres: number | null
  protection: string | null
}

const allWords: Readonly<Record<string, PaperWords>> = { en: english, 'nb-NO': norwegian, pl: polish }
const ACCENT = '#14213d'
/** After the text that says what the machine is for, as in printed manuals. */
const TECHNICAL_DATA_AT = 2

/** What a paper says, in its language. */
export function pageOf(paper: WaitingPaper): Omit<CompanyPage, 'source'> {
  const language = paper.language !== null && Object.hasOwn(allWords, paper.language) ? paper.language : 'en'
  const words = allWords[language] ?? english
  const written = new Written(language, 'UTC')
  const day = paper.commissionedAt ?? paper.validFrom
  const { title, subtitle, chapters } = paper.kind === 'manual' ? words.manual : words.declaration
  return {
    title,
    number: `${paper.machineID} · ${words.revision} ${paper.revision}`,
    language,
    words: words.page,
    madeAt: new Date(day === null ? 0 : `${day}T09:00:00Z`),
    ...(paper.supplier === null ? {} : { letterhead: letterheadOf(paper.supplier) }),
    data: {
      title: `${title} ${paper.machineID}`,
      subtitle,
      maker: words.facts.maker,
      facts: identity(paper, words, written),
      chapters:
        paper.kind === 'manual' ? withTechnicalData(chapters, paper, words, written) : dated(chapters, day, written),
      example: words.example,
    },
  }
}

function letterheadOf(company: string): NonNullable<CompanyPage['letterhead']> {
  return { company, address: [], footer: null, accent: ACCENT, font: null, logo: null }
}

type Fact = [word: string, value: string | null]

function identity(paper: WaitingPaper, { facts }: PaperWords, written: Written): Fact[] {
  return [
    [facts.machine, paper.modelName],
    [facts.model, paper.model],
    [facts.machineID, paper.machineID],
    [facts.serial, paper.serial],
    [facts.commissioned, paper.commissionedAt && written.day(paper.commissionedAt)],
  ]
}

function withTechnicalData(chapters: readonly Chapter[], paper: WaitingPaper, words: PaperWords, written: Written) {
  const { facts } = words
  const { width, depth, height, weight, voltage, phases, power, airBar, airLitres, designSpeed } = paper
  const amount = (value: number | null, unit: string) =>
    value === null ? null : `${written.decimal(String(value))} ${unit}`
  const joined = (...parts: (string | null)[]) => parts.filter((part) => part !== null).join(', ') || null
  const figures: Fact[] = [
    [facts.speed, amount(designSpeed, paper.speedUnit ?? '')],
    [
      facts.size,
      width && depth && height ? `${[width, depth, height].map((side) => written.number(side)).join(' × ')} mm` : null,
    ],
    [facts.weight, amount(weight, 'kg')],
    [facts.supply, joined(amount(voltage, 'V'), phases === null ? null : `${phases} ~`, amount(power, 'kW'))],
    [facts.air, joined(amount(airBar, 'bar'), amount(airLitres, 'l/min'))],
    [facts.protection, paper.protection],
  ]
  if (figures.every(([, value]) => value === null)) return chapters
  return chapters.toSpliced(TECHNICAL_DATA_AT, 0, { title: words.technicalData, facts: figures })
}

/** The signature, which comes last, has its day. */
function dated(chapters: readonly Chapter[], day: string | null, written: Written): readonly Chapter[] {
  const signature = chapters.at(-1)
  if (signature === undefined || day === null) return chapters
  return chapters.with(-1, { ...signature, text: [written.day(day), ...(signature.text ?? [])] })
}
