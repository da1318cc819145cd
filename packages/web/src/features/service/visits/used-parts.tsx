import type { VisitForm } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { CrossIcon } from '../../../ui/icons.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { decimalOf, type PartEntry, partEntry } from './visit-draft.ts'

const OTHER = ''
const MOST_PARTS = 100

interface UsedPartsProps {
  /** What is in the machine, and what the plan needs. */
  offered: VisitForm['tasks'][number]['planParts']
  parts: readonly PartEntry[]
  isChecked: boolean
  onChange: (next: (parts: PartEntry[]) => PartEntry[]) => void
}

/** The parts that were used: those of the machine by their number, others by a name. */
export function UsedParts({ offered, parts, isChecked, onChange }: UsedPartsProps) {
  const [chosen, setChosen] = useState(OTHER)
  const list = useRef<HTMLUListElement>(null)
  const free = offered.filter(
    ({ itemId }, n) =>
      offered.findIndex((one) => one.itemId === itemId) === n && parts.every((part) => part.itemId !== itemId),
  )
  const add = () => {
    const part = free.find(({ itemId }) => itemId === chosen)
    const entry: PartEntry = part
      ? partEntry(part, '1')
      : { key: crypto.randomUUID(), itemId: null, label: '', unit: null, quantity: '1' }
    onChange((before) => [...before, entry])
    setChosen(OTHER)
  }
  const setAt = (key: string, values: Partial<PartEntry>) =>
    onChange((before) => before.map((part) => (part.key === key ? { ...part, ...values } : part)))
  return (
    // A group and no region: a visit has one for each of its tasks.
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      <legend className="mb-2 text-12 font-[550] text-text-2">{t('service.partsUsed')}</legend>
      <ul ref={list} className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {parts.map((part) => (
          <li key={part.key} className="flex flex-wrap items-end gap-x-3 gap-y-1">
            {part.itemId === null ? (
              <div className="min-w-32 flex-1">
                <TextField
                  label={t('service.otherPart')}
                  value={part.label}
                  maxLength={200}
                  {...(isChecked && part.label.trim() === '' && { error: t('service.enterPartName') })}
                  onChange={({ target: { value } }) => setAt(part.key, { label: value })}
                />
              </div>
            ) : (
              <span className="min-w-32 flex-1 pb-2 text-13 wrap-anywhere" translate="no">
                {part.label}
              </span>
            )}
            <div className="w-20">
              <TextField
                label={t('service.quantityOfUsed', { unit: part.unit ?? '' })}
                value={part.quantity}
                inputMode="decimal"
                maxLength={11}
                {...(isChecked && !(Number(decimalOf(part.quantity)) > 0) && { error: t('service.enterQuantity') })}
                onChange={({ target: { value } }) => setAt(part.key, { quantity: value })}
              />
            </div>
            <Button
              variant="quiet"
              aria-label={t('service.removeUsedPart', { part: part.label })}
              onClick={() => onChange((before) => before.filter(({ key }) => key !== part.key))}
            >
              <CrossIcon size={16} />
            </Button>
          </li>
        ))}
      </ul>
      {parts.length < MOST_PARTS && (
        <div className="flex flex-wrap items-center gap-2">
          <Select
            label={t('service.addUsedPart')}
            className="min-w-0 flex-1"
            options={[
              { value: OTHER, label: t('service.otherPart') },
              ...free.map(({ itemId, number, name }) => ({ value: itemId, label: `${number} · ${name}` })),
            ]}
            value={chosen}
            onValueChange={setChosen}
          />
          <Button onClick={add}>{t('service.intoBasket')}</Button>
        </div>
      )}
    </fieldset>
  )
}
