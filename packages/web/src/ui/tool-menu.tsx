import { Menu } from '@base-ui/react/menu'
import { type ReactNode, useRef } from 'react'
import { Button, type ButtonVariant } from './button.tsx'
import { CheckIcon } from './tool-icons.tsx'

export const menuItemClasses =
  'flex w-full cursor-pointer items-center gap-2 rounded-control px-2.5 py-1.5 text-start text-13 outline-none ' +
  'data-disabled:cursor-default data-disabled:text-text-3 data-highlighted:bg-surface-3 max-md:min-h-11'

export interface ToolMenuProps {
  label: string
  icon: ReactNode
  variant?: ButtonVariant
  /** Shows that what was chosen is under way. */
  busy?: boolean
  className?: string
  children: ReactNode
}

/** A button with a menu under it, for what belongs to a whole table. */
export function ToolMenu({ label, icon, variant = 'quiet', busy = false, className, children }: ToolMenuProps) {
  const place = useRef<HTMLDivElement>(null)
  return (
    <Menu.Root modal={false}>
      <div ref={place}>
        <Menu.Trigger
          render={
            <Button variant={variant} size="dense" busy={busy} {...(className ? { className } : {})}>
              {busy || icon}
              {label}
            </Button>
          }
        />
      </div>
      <Menu.Portal container={place}>
        <Menu.Positioner align="end" sideOffset={6} collisionPadding={8} className="z-50 outline-none">
          <Menu.Popup className="max-h-[min(440px,var(--available-height))] max-w-[calc(100vw-16px)] min-w-52 overflow-y-auto rounded-panel border border-line bg-surface p-1.5 text-text shadow-float outline-none">
            {children}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

/** An entry that is on or off and leaves the menu open. */
export function MenuCheck(props: { checked: boolean; onChange: (checked: boolean) => void; children: ReactNode }) {
  return (
    <Menu.CheckboxItem checked={props.checked} onCheckedChange={props.onChange} className={menuItemClasses}>
      <span className="grid size-4 place-items-center">
        <Menu.CheckboxItemIndicator>
          <CheckIcon size={14} />
        </Menu.CheckboxItemIndicator>
      </span>
      {props.children}
    </Menu.CheckboxItem>
  )
}
