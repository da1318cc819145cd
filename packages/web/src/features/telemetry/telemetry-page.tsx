import { Link, Navigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useDocumentTitle } from '../../lib/document-title.ts'
import { useSession } from '../../lib/session.ts'
import { Frame } from '../../resource/frame.tsx'
import { declared } from '../../resource/registry.ts'
import { ResourceList } from '../../resource/resource-list.tsx'
import { useOpenRow } from '../../resource/use-list-state.ts'
import { leaveFor } from '../../resource/use-permissions.ts'
import { FIRST_KIND, telemetryKinds } from './telemetry-kinds.ts'

/** How messages of devices become records: tag maps, and what was refused. */
export function TelemetryPage({ kind }: { kind: string | undefined }) {
  const session = useSession()
  const open = telemetryKinds.filter(({ opens }) => leaveFor(session, opens).given)
  const shown = telemetryKinds.find(({ path }) => path === kind)
  if (!shown) return <Navigate to="/telemetry/$kind" params={{ kind: open[0]?.path ?? FIRST_KIND }} replace />
  return <OpenKind kinds={open} shown={shown} />
}

type Kinds = typeof telemetryKinds

function OpenKind({ kinds, shown }: { kinds: Kinds; shown: Kinds[number] }) {
  const { id } = useOpenRow()
  const nav = useRef<HTMLElement>(null)
  // On a narrow screen the names scroll sideways; the one that is shown must be seen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current link is known by the page only after it changed
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [shown])
  useDocumentTitle(shown.label)
  return (
    <Frame hasDrawer={id !== undefined}>
      <div className="flex min-h-0 flex-1 gap-6 pt-5 pr-6 pl-8 max-lg:flex-col max-lg:gap-3 max-md:px-4">
        <nav ref={nav} aria-label="Telemetry" className="w-44 shrink-0 max-lg:w-auto">
          <p className="mb-2 px-2.5 text-12 font-[550] text-text-2 max-lg:hidden">Telemetry</p>
          <ul className="grid gap-0.5 max-lg:flex max-lg:overflow-x-auto">
            {kinds.map((kind) => (
              <li key={kind.path}>
                <Link
                  to="/telemetry/$kind"
                  params={{ kind: kind.path }}
                  aria-current={kind === shown ? 'page' : undefined}
                  className="flex items-center rounded-control border-l-[3px] border-transparent px-2.5 py-1.5 text-13 whitespace-nowrap text-text-2 no-underline hover:bg-surface-3 aria-[current]:border-kraft aria-[current]:bg-kraft-soft aria-[current]:font-[550] aria-[current]:text-kraft-strong max-md:min-h-11"
                >
                  {kind.label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          {shown.list ? (
            <ResourceList key={shown.path} resource={declared(shown.list.resource)} look={shown.list.look} />
          ) : (
            shown.screen && <shown.screen />
          )}
        </div>
      </div>
    </Frame>
  )
}
