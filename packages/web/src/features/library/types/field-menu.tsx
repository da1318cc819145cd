import { Menu } from '@base-ui/react/menu'
import { t } from '@packhouse/messages'
import { useRef } from 'react'
import { useIsPhone } from '../../../resource/frame.tsx'
import { Button, buttonClasses } from '../../../ui/button.tsx'
import { ChevronDownIcon } from '../../../ui/icons.tsx'
import { ChevronUpIcon, EditIcon, MoreIcon, TrashIcon } from '../../../ui/tool-icons.tsx'
import { menuItemClasses } from '../../../ui/tool-menu.tsx'
import type { FieldRowProps } from './field-row.tsx'

type FieldMenuProps = Pick<FieldRowProps, 'field' | 'place' | 'last' | 'isFocused' | 'onMove' | 'onOpen' | 'onDelete'>

/** What can be done with a field without a keyboard and without dragging; on a phone two buttons move it. */
export function FieldMenu(props: FieldMenuProps) {
  const onPhone = useIsPhone()
  const { onMove } = props
  if (onPhone) return onMove && <MoveButtons {...props} onMove={onMove} />
  return <OpenMenu {...props} />
}

function MoveButtons({ field, place, last, onMove }: FieldMenuProps & { onMove: (to: number) => void }) {
  const label = String(field.label)
  return (
    <span className="inline-flex">
      <Button
        variant="quiet"
        className="w-11 px-0"
        aria-label={t('library.moveFieldUp', { label })}
        disabled={place === 0}
        onClick={() => onMove(place - 1)}
      >
        <ChevronUpIcon />
      </Button>
      <Button
        variant="quiet"
        className="w-11 px-0"
        aria-label={t('library.moveFieldDown', { label })}
        disabled={place === last}
        onClick={() => onMove(place + 1)}
      >
        <ChevronDownIcon />
      </Button>
    </span>
  )
}

function OpenMenu({ field, place, last, isFocused, onMove, onOpen, onDelete }: FieldMenuProps) {
  const holder = useRef<HTMLDivElement>(null)
  return (
    <Menu.Root modal={false}>
      <div ref={holder}>
        <Menu.Trigger
          aria-label={t('library.moreOf', { label: String(field.label) })}
          tabIndex={isFocused ? 0 : -1}
          className={`${buttonClasses('quiet', 'dense')} h-7! w-7 px-0!`}
        >
          <MoreIcon size={14} />
        </Menu.Trigger>
      </div>
      <Menu.Portal container={holder}>
        <Menu.Positioner align="end" sideOffset={4} collisionPadding={8} className="z-50 outline-none">
          <Menu.Popup className="min-w-44 rounded-panel border border-line bg-surface p-1.5 text-text shadow-float outline-none">
            {onMove && (
              <>
                <Menu.Item className={menuItemClasses} disabled={place === 0} onClick={() => onMove(place - 1)}>
                  <ChevronUpIcon size={14} />
                  {t('library.moveUp')}
                </Menu.Item>
                <Menu.Item className={menuItemClasses} disabled={place === last} onClick={() => onMove(place + 1)}>
                  <ChevronDownIcon size={14} />
                  {t('library.moveDown')}
                </Menu.Item>
              </>
            )}
            <Menu.Item className={menuItemClasses} onClick={onOpen}>
              <EditIcon size={14} />
              {t('library.editField')}
            </Menu.Item>
            <Menu.Item className={menuItemClasses} disabled={field.usedCount !== 0} onClick={onDelete}>
              <TrashIcon size={14} />
              {field.usedCount === 0 ? t('library.removeField') : t('library.removeOnlyUnused')}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
