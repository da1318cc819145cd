import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { NEW, ResourceDrawer } from '../../../resource/drawer/resource-drawer.tsx'
import type { ListContentProps } from '../../../resource/resource-list.tsx'
import type { OpenRow } from '../../../resource/use-list-state.ts'
import { projectAddress } from './project-address.ts'

interface ProjectDrawerProps extends Pick<ListContentProps, 'resource' | 'view'> {
  openRow: OpenRow
}

/** The form of a new project beside the projects. A project that exists is worked on in its workspace, and the address of one leads there. */
export function ProjectDrawer({ resource, view, openRow }: ProjectDrawerProps) {
  const navigate = useNavigate()
  const openId = openRow.id === NEW ? undefined : openRow.id
  useEffect(() => {
    if (openId !== undefined) void navigate({ to: projectAddress(openId), replace: true })
  }, [navigate, openId])
  if (openRow.id !== NEW) return null
  return (
    <ResourceDrawer
      resource={resource}
      view={view}
      openRow={openRow}
      onCreated={({ id }) => void navigate({ to: projectAddress(id) })}
    />
  )
}
