import { t } from '@packhouse/messages'
import type { ReactNode } from 'react'
import { NEW } from '../../../resource/drawer/resource-drawer.tsx'
import { ListHead } from '../../../resource/list-head.tsx'
import type { ListContentProps } from '../../../resource/resource-list.tsx'
import type { ListAddress, OpenRow } from '../../../resource/use-list-state.ts'
import { Segments } from '../../../ui/segments.tsx'
import { type ProjectsLook, useProjectsLook } from './use-projects-look.ts'

interface ProjectsHeadProps extends Pick<ListContentProps, 'resource' | 'onImport'> {
  list: ListAddress
  openRow: OpenRow
  count: string
  /** Stands beside the choice of how they look. */
  children?: ReactNode
}

/** The name of the screen, how it looks, and what starts a project. */
export function ProjectsHead({ list, openRow, children, ...head }: ProjectsHeadProps) {
  const { look, choose } = useProjectsLook()
  return (
    <ListHead {...head} mount={undefined} list={list} intro={undefined} heading="h1" onCreate={() => openRow.open(NEW)}>
      <Segments<ProjectsLook>
        label={t('estimator.shownAs')}
        options={[
          { value: 'board', label: t('estimator.board') },
          { value: 'table', label: t('estimator.table') },
        ]}
        value={look}
        onValueChange={choose}
      />
      {children}
    </ListHead>
  )
}
