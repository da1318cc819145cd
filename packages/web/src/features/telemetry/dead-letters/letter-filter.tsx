import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'

/** What is typed and chosen; empty means any. */
export interface LetterFilter {
  code: string
  device: string
  topic: string
  since: string
}

export const noFilter: LetterFilter = { code: '', device: '', topic: '', since: '' }

const spans = [
  { value: '', label: 'Any time' },
  { value: '1', label: 'Last hour' },
  { value: '24', label: 'Last day' },
  { value: '168', label: 'Last 7 days' },
]

interface LetterFiltersProps {
  filter: LetterFilter
  onChange: (part: Partial<LetterFilter>) => void
  codes: readonly string[]
  devices: readonly string[]
}

/** Narrows the dead letters; what is narrowed is what is replayed and discarded. */
export function LetterFilters({ filter, onChange, codes, devices }: LetterFiltersProps) {
  const options = (any: string, values: readonly string[]) => [
    { value: '', label: any },
    ...values.map((value) => ({ value, label: value })),
  ]
  return (
    <search className="mb-3 flex flex-wrap items-end gap-x-4 gap-y-2 max-md:grid">
      <TextField label="Topic" value={filter.topic} onChange={(event) => onChange({ topic: event.target.value })} />
      <Select
        label="Reason"
        options={options('Any reason', codes)}
        value={filter.code}
        onValueChange={(code) => onChange({ code })}
      />
      <Select
        label="Device"
        options={options('Any device', devices)}
        value={filter.device}
        onValueChange={(device) => onChange({ device })}
      />
      <Select label="Time" options={spans} value={filter.since} onValueChange={(since) => onChange({ since })} />
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
