import { t } from '@packhouse/messages'
import { useState } from 'react'
import { ChoiceCombobox } from '../../../resource/choice-combobox.tsx'
import { resourceNamed } from '../../../resource/registry.ts'
import type { DocumentTypeEntry } from '../document-types.ts'
import type { ShownData } from './preview-panel.tsx'

const SAMPLE = 'sample'
const DAY_MS = 24 * 60 * 60_000

export interface DataChoiceProps {
  type: DocumentTypeEntry | undefined
  onChange: (chosen: Pick<ShownData, 'id' | 'parameters'>) => void
}

/** Sample data, or those of a record. */
export function DataChoice({ type, onChange }: DataChoiceProps) {
  const [chosen, setChosen] = useState(SAMPLE)
  const resource = type && resourceNamed(type.subject)
  return (
    <div className="w-60 max-md:flex-1">
      <ChoiceCombobox
        source={resource && { resource, by: 'id' }}
        before={[{ value: SAMPLE, label: t('documents.sampleData') }]}
        value={chosen}
        clearable={false}
        onChange={setChosen}
        onPick={({ value, label }) => {
          if (value === SAMPLE) return onChange({ id: undefined, parameters: {} })
          // The calls of machines know them by their machine ID, which is their label.
          onChange({ id: type?.subject === 'machine' ? label : value, parameters: lastDay(type?.parameters) })
        }}
        inputClassName="h-[30px] w-full rounded-control border border-control bg-surface px-2.5 text-13 text-text max-md:h-11"
        attributes={{ 'aria-label': t('documents.data') }}
      />
    </div>
  )
}

/** Where a type takes a span of time, a preview shows the last 24 hours. @param schema JSON Schema of what it takes */
function lastDay(schema: Record<string, unknown> | undefined): Record<string, string> {
  const properties = schema?.properties
  const takesSpan = typeof properties === 'object' && properties !== null && 'from' in properties && 'to' in properties
  if (!takesSpan) return {}
  const to = Date.now()
  return { from: new Date(to - DAY_MS).toISOString(), to: new Date(to).toISOString() }
}
