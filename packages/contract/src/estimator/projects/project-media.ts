import { field } from '../../engine/field.ts'
import { defineResource } from '../../engine/resource.ts'
import { line, ofProject, place } from './priced-fields.ts'

export const mediaKinds = ['drawing', 'photo', 'video', 'document'] as const

/** Drawings, photos and documents of a project; each has its file attached. */
export const projectMedia = defineResource({
  name: 'projectMedia',
  table: 'project_media',
  area: 'Estimator',
  noun: ['project file', 'project files'],
  fields: {
    projectId: ofProject(),
    lineId: line(),
    kind: field.choice(mediaKinds, { label: 'Kind', required: true }),
    caption: field.text({ label: 'Caption', required: true }),
    inQuote: field.boolean({ label: 'In the quote', fallback: false }),
    sort: place(),
  },
  mounts: [{ path: '/v1/estimator/project-media' }],
  label: 'caption',
  defaultSort: 'createdAt',
  traits: { sortOrder: 'sort', files: true, editLock: 'projectId' },
})
