import { Dialog } from '@base-ui/react/dialog'
import type { Fields, Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { DateLabel } from '../../lib/format/date-label.tsx'
import { rich } from '../../lib/language/rich.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { backdropClasses, dialogClasses } from '../../ui/confirm-dialog.tsx'
import { compareVersions, type Difference, mergeVersions, obviousChoices, type Side } from '../merge-versions.ts'
import type { ResourceRow } from '../registry.ts'
import { ValueView } from '../value-view.tsx'
import type { ResourceView } from '../view.ts'

export interface StaleDialogProps {
  resource: Resource
  view: ResourceView
  fields: Fields
  base: ResourceRow
  mine: Record<string, unknown>
  theirs: ResourceRow
  onResolve: (merged: Record<string, unknown>) => void
  onCancel: () => void
}

/** Someone else has saved in the meantime: both versions side by side, and a choice for each field in which they differ. */
export function StaleDialog(props: StaleDialogProps) {
  const { fields, base, mine, theirs, resource } = props
  const differences = compareVersions(Object.keys(fields), base, mine, theirs)
  const [choices, setChoices] = useState(() => obviousChoices(differences))
  const open = differences.filter(({ name }) => choices[name] === undefined).length
  const chooseAll = (side: Side) => setChoices(Object.fromEntries(differences.map(({ name }) => [name, side])))
  return (
    <Dialog.Root open onOpenChange={(next) => !next && props.onCancel()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropClasses} />
        <Dialog.Popup className={classNames(dialogClasses, 'w-[760px]')}>
          <Dialog.Title className="font-display text-20 font-semibold">
            {t('resource.somebodyHasChangedThisMeanwhile', { noun: resource.noun[0] })}
          </Dialog.Title>
          <Dialog.Description className="text-text-2">
            {rich('resource.savedChooseWhatToKeep', { time: <DateLabel value={theirs.updatedAt} /> })}
          </Dialog.Description>
          <div className="flex flex-wrap gap-2">
            <Button size="dense" onClick={() => chooseAll('mine')}>
              {t('resource.keepAllOfMine')}
            </Button>
            <Button size="dense" onClick={() => chooseAll('theirs')}>
              {t('resource.takeAllOfTheirs')}
            </Button>
          </div>
          <div className="grid gap-3">
            {differences.map((difference) => (
              <DifferenceView
                key={difference.name}
                {...props}
                difference={difference}
                chosen={choices[difference.name]}
                onChoose={(side) => setChoices({ ...choices, [difference.name]: side })}
              />
            ))}
          </div>
          <div className="mt-2 flex flex-wrap items-center justify-end gap-2">
            <span className="me-auto text-12 text-text-2" role="status">
              {open > 0 && t('resource.stillToChoose', { open })}
            </span>
            <Button onClick={props.onCancel}>{t('resource.backToTheForm')}</Button>
            <Button
              variant="primary"
              disabled={open > 0}
              onClick={() => props.onResolve(mergeVersions(differences, choices))}
            >
              {t('resource.saveThisVersion')}
            </Button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface DifferenceViewProps extends StaleDialogProps {
  difference: Difference
  chosen: Side | undefined
  onChoose: (side: Side) => void
}

function DifferenceView({ difference, chosen, onChoose, ...props }: DifferenceViewProps) {
  const { name } = difference
  const sides: [Side, string][] = [
    ['mine', t('resource.mine')],
    ['theirs', t('resource.theirs')],
  ]
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-12 font-[550] text-text-2">{props.fields[name]?.label}</legend>
      <div className="grid grid-cols-2 gap-2 max-md:grid-cols-1">
        {sides.map(([side, word]) => (
          <label
            key={side}
            className="flex cursor-pointer items-start gap-2 rounded-control border border-line-2 px-3 py-2 text-13 has-checked:border-kraft has-checked:bg-kraft-soft max-md:min-h-11"
          >
            <input
              type="radio"
              name={`version-${name}`}
              checked={chosen === side}
              onChange={() => onChoose(side)}
              className="mt-0.5 accent-action"
            />
            <span className="min-w-0">
              <span className="block text-11 text-text-2">
                {difference.obvious === side ? t('resource.theOnlyChange', { side: word }) : word}
              </span>
              <span className="break-words">
                <ValueView
                  resource={props.resource}
                  view={props.view}
                  name={name}
                  row={side === 'mine' ? { ...props.theirs, ...props.mine } : props.theirs}
                />
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
