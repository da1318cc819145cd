import { type Field, mailtoAddress, type Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { ReactNode } from 'react'
import { DateLabel } from '../lib/format/date-label.tsx'
import { formatPlainDate } from '../lib/format/dates.ts'
import { decimalsOf, formatUnitPrice } from '../lib/format/money.ts'
import { DASH, numberFormat } from '../lib/format/numbers.ts'
import { useSession } from '../lib/session.ts'
import { Badge } from '../ui/badge.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { ResourceRow } from './registry.ts'
import { type ChoiceSource, choiceSource, useOption } from './use-choices.ts'
import { choiceWord, fieldOf, type ResourceView } from './view.ts'

export interface ValueViewProps {
  resource: Resource
  view: ResourceView
  name: string
  row: ResourceRow
  /** A table has no room for the name beside a code. */
  short?: boolean
}

/** A value of a row as people read it; a dash if it is missing. */
export function ValueView({ resource, view, name, row, short = false }: ValueViewProps) {
  const value = row[name]
  if (name === 'createdAt' || name === 'updatedAt') return <DateLabel value={String(value)} />
  if (isEmpty(value)) return view.empty?.[name] ?? <Nothing />
  const source = choiceSource(resource, name)
  const field = fieldOf(resource, name)
  if (field?.codeOf !== undefined && short) return <span className="code">{String(value)}</span>
  if (source || field?.kind === 'reference') return <ReferenceName source={source} value={String(value)} />
  if (!field) return String(value)
  const unit = view.unitFrom?.[name]
  if (unit !== undefined && field.kind === 'decimal' && fieldOf(resource, unit)?.codeOf === 'currency')
    return withUnit(formatUnitPrice(String(value), decimalsOf(row[unit])), String(row[unit] ?? ''))
  return plainValue(field, view, value, unit === undefined ? field.unit : String(row[unit] ?? ''))
}

/** A value for the eye; whatever needs no other row to be named. */
export function plainValue(field: Field, view: ResourceView, value: unknown, unit?: string): ReactNode {
  if (isEmpty(value)) return <Nothing />
  const text = String(value)
  switch (field.kind) {
    case 'boolean':
      return value === true ? t('general.yes') : t('resource.no')
    case 'choice':
      return <ChoiceView view={view} value={text} />
    case 'date':
      return formatPlainDate(text)
    case 'time':
      return <DateLabel value={text} mode="absolute" />
    case 'objects':
      return t('resource.entriesCount', { count: Array.isArray(value) ? value.length : 1 })
    case 'list':
      return Array.isArray(value) ? value.join(', ') : <Nothing />
    case 'integer':
    case 'decimal':
      return withUnit(numberFormat({ maximumFractionDigits: 10 }).format(text as `${number}`), unit)
    case 'email':
      return <TextLink href={mailtoAddress(text)}>{text}</TextLink>
    case 'url':
      return <TextLink href={text}>{text.replace(/^https?:\/\//, '').replace(/\/$/, '')}</TextLink>
    case 'multiline':
      return <span className="whitespace-pre-wrap">{text}</span>
    default:
      return text
  }
}

/** Whether there is nothing to show of a value: an empty list is none either. */
export function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

function withUnit(number: string, unit: string | undefined): ReactNode {
  if (!unit) return <span className="tabular-nums">{number}</span>
  return (
    <span className="tabular-nums">
      {number} <small className="text-12 text-text-3">{unit}</small>
    </span>
  )
}

function TextLink({ href, children }: { href: string; children: string }) {
  const external = href.startsWith('http')
  return (
    <a
      href={href}
      {...(external ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
      className="underline decoration-kraft underline-offset-3 hover:decoration-current"
    >
      {children}
    </a>
  )
}

function ChoiceView({ view, value }: { view: ResourceView; value: string }) {
  const badge = view.badges?.[value]
  const word = choiceWord(view, value)
  if (!badge) return word
  return (
    <Badge tone={badge.tone} icon={badge.icon}>
      {word}
    </Badge>
  )
}

/** The name of another row. Users are not a resource with choices: only the reader is known by name. */
function ReferenceName({ source, value }: { source: ChoiceSource | undefined; value: string }) {
  const { option, isLoading } = useOption(source, value)
  const session = useSession()
  if (!source) return session?.user.id === value ? t('resource.you') : t('resource.somebodyElse')
  if (option) return option.label
  return isLoading ? (
    <Skeleton className="h-3 w-24" />
  ) : (
    <span className="text-text-3">{t('resource.notInTheList')}</span>
  )
}

function Nothing() {
  return (
    <span className="text-text-3">
      <span aria-hidden="true">{DASH}</span>
      <span className="sr-only">{t('resource.none')}</span>
    </span>
  )
}
