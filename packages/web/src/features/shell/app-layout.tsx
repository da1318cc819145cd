import { t } from '@packhouse/messages'
import { Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { RecordBarProvider } from '../../ui/record-bar.tsx'
import { Toasts } from '../../ui/toasts.tsx'
import { SectionBar } from './section-bar.tsx'
import { TopBar, type TopBarProps } from './top-bar.tsx'
import { ViewingBar } from './viewing-bar.tsx'

/** The shared layout of the signed-in screens: skip link, top bar, section bar, and the screen. */
export function AppLayout(bar: TopBarProps) {
  const main = useFocusOnNavigation()
  return (
    <>
      <a
        href="#content"
        className="absolute top-2 start-2 z-50 -translate-y-16 rounded-control bg-surface px-3 py-2 text-text focus:translate-y-0"
      >
        {t('shell.skipToContent')}
      </a>
      <ViewingBar />
      <TopBar {...bar} />
      <RecordBarProvider>
        {(recordBar) => (
          <>
            <SectionBar areas={bar.areas} {...recordBar} />
            <main id="content" ref={main} tabIndex={-1} className="outline-none">
              <Outlet />
            </main>
          </>
        )}
      </RecordBarProvider>
      <Toasts />
    </>
  )
}

/** Moves the focus to the new screen, so that the keyboard and a screen reader start there and not in the old place. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
