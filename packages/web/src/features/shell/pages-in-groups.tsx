import { type ReactNode, useId } from 'react'
import { type Area, groupsOf, type Section } from '../../lib/section.ts'

interface PagesInGroupsProps {
  area: Area
  children: (section: Section) => ReactNode
}

/** The pages of an area, under the names of their groups where it has more than one. */
export function PagesInGroups({ area, children }: PagesInGroupsProps) {
  const groups = groupsOf(area)
  if (groups.length < 2) return area.sections.map(children)
  return groups.map((group) => (
    <Group key={group.label} label={group.label}>
      {group.sections.map(children)}
    </Group>
  ))
}

function Group({ label, children }: { label: string; children: ReactNode }) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a menu
    <div
      role="group"
      aria-labelledby={id}
      className="not-first:mt-1 not-first:border-t not-first:border-current/15 not-first:pt-1"
    >
      <div id={id} className="px-3 pt-1.5 pb-0.5 text-12 font-semibold opacity-80">
        {label}
      </div>
      {children}
    </div>
  )
}
