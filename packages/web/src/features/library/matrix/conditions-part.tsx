import type { CompatibilityPair } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { ConditionFields } from './condition-fields.tsx'
import { conditionLines } from './condition-words.ts'
import { DrawerPart, LinkButton } from './draft-field.tsx'
import type { PartProps } from './pair-form.tsx'

export interface ConditionsPartProps extends PartProps {
  pair: CompatibilityPair
  designSpeed: number | null
  isEditing: boolean
  onEdit: () => void
}

/** Under which conditions the machine makes the style. */
export function ConditionsPart({ pair, designSpeed, isEditing, onEdit, ...part }: ConditionsPartProps) {
  const lines = conditionLines(pair, designSpeed)
  return (
    <DrawerPart title={t('matrix.conditions')}>
      {isEditing ? (
        <ConditionFields {...part} machineId={pair.machine.id} />
      ) : (
        <>
          {lines.length === 0 ? (
            <p className="text-13 text-text-2">{t('matrix.noConditions')}</p>
          ) : (
            <ul className="grid gap-2">
              {lines.map(({ icon: Shape, text }) => (
                <li key={text} className="flex gap-2.5 border-line text-13 not-first:border-t not-first:pt-2">
                  <Shape className="mt-px text-text-3" />
                  <span className="min-w-0 wrap-anywhere">{text}</span>
                </li>
              ))}
            </ul>
          )}
          {part.mayChange && (
            <LinkButton onClick={onEdit}>
              {lines.length === 0 ? t('matrix.addCondition') : t('matrix.changeConditions')}
            </LinkButton>
          )}
        </>
      )}
    </DrawerPart>
  )
}
