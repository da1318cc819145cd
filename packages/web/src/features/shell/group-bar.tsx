import { type Area, currentArea, isCurrentSection } from '../../lib/section.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { barTabClasses, menuBarClasses } from '../../ui/bar-tab-classes.ts'
import { AreaMenu } from './area-menu.tsx'
import { SectionMark } from './section-mark.tsx'
import { useAreaMenus } from './use-area-menus.ts'

interface GroupBarProps {
  label: string
  groups: readonly Area[]
  pathname: string
}

/** The bar of an area with more pages than fit: its groups, each with a menu of its pages. The current one names the page that is open. */
export function GroupBar({ label, groups, pathname }: GroupBarProps) {
  const { navigation, onKeyDown, menuOf } = useAreaMenus(pathname)
  const current = currentArea(groups, pathname)
  return (
    <nav ref={navigation} data-section-bar aria-label={label} className={menuBarClasses} onKeyDown={onKeyDown}>
      {groups.map((group) => {
        const [only] = group.sections
        if (group.sections.length > 1) {
          return (
            <AreaMenu
              key={group.label}
              area={group}
              isCurrent={group === current}
              pathname={pathname}
              className={barTabClasses}
              shown={group.sections.find((section) => isCurrentSection(section, pathname))?.label}
              {...menuOf(group.label)}
            />
          )
        }
        return (
          <AppLink
            key={group.label}
            data-entry
            href={only.to}
            aria-current={isCurrentSection(only, pathname) ? 'page' : undefined}
            className={`${barTabClasses} no-underline`}
          >
            {only.label}
            <SectionMark section={only} />
          </AppLink>
        )
      })}
    </nav>
  )
}
