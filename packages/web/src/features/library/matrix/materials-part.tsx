import { compatibilityResults } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { formatPlainDate } from '../../../lib/format/dates.ts'
import { listOf } from '../../../lib/format/lists.ts'
import { Button } from '../../../ui/button.tsx'
import { TrashIcon } from '../../../ui/tool-icons.tsx'
import { AnswerSign } from './answer-sign.tsx'
import { isResult } from './answer-steps.ts'
import { answerWords } from './cell-words.ts'
import { DraftInput, DraftSelect, DrawerPart, LinkButton } from './draft-field.tsx'
import { evidenceWords } from './evidence-words.ts'
import type { MaterialDraft } from './pair-draft.ts'
import type { PartProps } from './pair-form.tsx'
import { useMaterials } from './use-pair-choices.ts'

/** Materials with answers and trials of their own: a cell that lists some says nothing of others. */
export function MaterialsPart({ isEditing, onEdit, ...part }: PartProps & { isEditing: boolean; onEdit: () => void }) {
  const { draft, onChange, mayChange } = part
  const choices = useMaterials()
  const nameOf = (id: string) => choices.find(({ value }) => value === id)?.label ?? '…'
  const change = (place: number, next: Partial<MaterialDraft>) =>
    onChange({ materials: draft.materials.map((one, index) => (index === place ? { ...one, ...next } : one)) })
  const left = choices.filter(({ value }) => !draft.materials.some(({ materialId }) => materialId === value))
  return (
    <DrawerPart title={t('matrix.materials')}>
      {draft.materials.length === 0 && !isEditing && <p className="text-13 text-text-2">{t('matrix.noMaterials')}</p>}
      <ul className="grid gap-2.5">
        {draft.materials.map((material, place) => (
          <li key={material.materialId} className="text-13">
            {isEditing ? (
              <MaterialFields
                name={nameOf(material.materialId)}
                material={material}
                onChange={(next) => change(place, next)}
                onRemove={() => onChange({ materials: draft.materials.filter((one) => one !== material) })}
              />
            ) : (
              <MaterialLine name={nameOf(material.materialId)} material={material} />
            )}
          </li>
        ))}
      </ul>
      {isEditing ? (
        <DraftSelect
          label={t('matrix.anotherMaterial')}
          value=""
          empty={t('matrix.addMaterial')}
          options={left}
          onChange={(materialId) =>
            materialId !== '' && onChange({ materials: [...draft.materials, { ...newMaterial, materialId }] })
          }
        />
      ) : (
        mayChange && (
          <LinkButton onClick={onEdit}>
            {draft.materials.length === 0 ? t('matrix.addMaterial') : t('matrix.changeMaterials')}
          </LinkButton>
        )
      )}
    </DrawerPart>
  )
}

const newMaterial: Omit<MaterialDraft, 'materialId'> = {
  id: undefined,
  result: 'yes',
  evidence: '',
  trialOn: '',
  notes: '',
}

function MaterialLine({ name, material }: { name: string; material: MaterialDraft }) {
  const trial = material.trialOn === '' ? [] : [t('matrix.trialOnDay', { day: formatPlainDate(material.trialOn) })]
  const evidence = material.evidence === '' ? [] : [evidenceWords[material.evidence]]
  const about = listOf([...evidence, ...trial, ...(material.notes === '' ? [] : [material.notes])])
  return (
    <div className="flex flex-wrap items-baseline gap-x-3">
      <span className="me-auto min-w-0 wrap-anywhere">{name}</span>
      <AnswerSign answer={material.result} />
      {about !== '' && <p className="w-full text-12 wrap-anywhere text-text-2">{about}</p>}
    </div>
  )
}

interface MaterialFieldsProps {
  name: string
  material: MaterialDraft
  onChange: (next: Partial<MaterialDraft>) => void
  onRemove: () => void
}

function MaterialFields({ name, material, onChange, onRemove }: MaterialFieldsProps) {
  return (
    <fieldset className="grid grid-cols-2 gap-x-2.5 gap-y-2 rounded-control border border-line p-2.5">
      <legend className="px-1 text-12 font-[550]">{name}</legend>
      <DraftSelect
        label={t('matrix.answer')}
        value={material.result}
        options={compatibilityResults.map((value) => ({ value, label: answerWords[value] }))}
        onChange={(value) => isResult(value) && onChange({ result: value })}
      />
      <DraftInput
        kind="date"
        label={t('matrix.trialOn')}
        value={material.trialOn}
        onChange={(trialOn) => onChange({ trialOn })}
      />
      <DraftInput label={t('matrix.notes')} value={material.notes} onChange={(notes) => onChange({ notes })} />
      <Button variant="quiet" size="dense" className="self-end justify-self-end" onClick={onRemove}>
        <TrashIcon size={14} />
        {t('matrix.removeMaterial')}
      </Button>
    </fieldset>
  )
}
