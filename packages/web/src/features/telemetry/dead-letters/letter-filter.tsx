import { t } from '@packhouse/messages'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { codeWords } from './letter-words.ts'

/** What is typed and chosen; empty means any. */
export interface LetterFilter {
  code: string
  device: string
  topic: string
  since: string
}

export const noFilter: LetterFilter = { code: '', device: '', topic: '', since: '' }

const spans = [
  { value: '', label: t('telemetry.anyTime') },
  { value: '1', label: t('telemetry.lastHour') },
  { value: '24', label: t('telemetry.lastDay') },
  { value: '168', label: t('telemetry.last7Days') },
]

/** As the field of text beside it has its label. */
const labelAbove = 'flex-col items-stretch! gap-[5px]! [&_label]:text-12'

interface LetterFiltersProps {
  filter: LetterFilter
  onChange: (part: Partial<LetterFilter>) => void
  codes: readonly string[]
  devices: readonly string[]
}

/** Narrows the dead letters; what is narrowed is what is replayed and discarded. */
export function LetterFilters({ filter, onChange, codes, devices }: LetterFiltersProps) {
  const options = (any: string, values: readonly string[], words = (value: string) => value) => [
    { value: '', label: any },
    ...values.map((value) => ({ value, label: words(value) })),
  ]
  return (
    <search className="mb-3 flex flex-wrap items-end gap-x-4 gap-y-2 max-md:grid max-md:grid-cols-2">
      <div className="w-60 max-md:col-span-2 max-md:w-full">
        <TextField
          label={t('telemetry.topic')}
          placeholder={t('telemetry.partOfTheTopic')}
          value={filter.topic}
          onChange={(event) => onChange({ topic: event.target.value })}
        />
      </div>
      <Select
        label={t('telemetry.reason')}
        options={options(t('telemetry.anyReason'), codes, codeWords)}
        value={filter.code}
        className={labelAbove}
        onValueChange={(code) => onChange({ code })}
      />
      <Select
        label={t('telemetry.device')}
        options={options(t('telemetry.anyDevice'), devices)}
        value={filter.device}
        className={labelAbove}
        onValueChange={(device) => onChange({ device })}
      />
      <Select
        label={t('telemetry.time')}
        options={spans}
        value={filter.since}
        className={labelAbove}
        onValueChange={(since) => onChange({ since })}
      />
    </search>
  )
}

/** The filter as the API takes it. @param now Unix ms */
export function toQuery({ code, device, topic, since }: LetterFilter, now: number): Record<string, string> {
  return {
    ...(code && { code }),
    ...(device && { device }),
    ...(topic.trim() && { topic: topic.trim() }),
    ...(since && { from: new Date(now - Number(since) * 3_600_000).toISOString() }),
  }
}
