import { type Field, type Resource, rowLabel } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { ComponentType, ReactNode } from 'react'
import type { Session } from '../lib/session.ts'
import type { Tone } from '../ui/badge.tsx'
import type { Icon } from '../ui/icon.tsx'
import type { Removal } from './delete-labels.ts'
import type { OwnControlProps } from './form/own-control.ts'
import type { FormValues } from './form-values.ts'
import type { ResourceRow } from './registry.ts'
import { capitalize, wordOfChoice } from './words.ts'

/** A group of fields in the form and on the page. */
export interface Section {
  title?: string
  fields: readonly string[]
}

/** Rows of another resource that belong to a row. */
export interface Related {
  /** The tab in the address. */
  tab: string
  /** The name of the other resource, and the mount whose parent this row is. */
  resource: string
  path: string
  /** The field that holds the row, where the path is the main mount. */
  by?: string
  view: ResourceView
  /** They are created, changed and made primary in the drawer of the row too. */
  workedOnHere?: true
  /** What the tab of the drawer has in place of the first rows. */
  inDrawer?: (parentId: string) => ReactNode
  /** What is shown above their list on the page of the row, and above their form in its drawer, such as a map. */
  above?: (parentId: string, opened: OpenedRelated) => ReactNode
}

/** Which of the rows that belong to a row is open. */
export interface OpenedRelated {
  id: string | undefined
  /** Opens another one; not given where what somebody types would be lost. */
  open?: (id: string) => void
}

/** What a screen says about a resource beyond its declaration. Everything may be left out. */
export interface ResourceView {
  /** A sentence under the heading of the list: what its rows are for. */
  intro?: string
  /** Columns shown until the reader chooses others, in their order; the label is always the first. */
  columns?: readonly string[]
  sections?: readonly Section[]
  /** What fields of a new row hold at first, until somebody changes it. */
  proposed?: (session: Session) => Readonly<Record<string, unknown>>
  /** What the form of a new row begins with; the other fields are behind a button. */
  summary?: readonly string[]
  /** Read-only fields that the form shows below its controls. */
  facts?: readonly string[]
  /** Fields that are not shown in the form, because something else fills them in. */
  hidden?: readonly string[]
  /** Who sees the costs of a row depends on the row, as by a role in a project: the fields stay, and are empty for others. */
  costsByRow?: true
  /** Text fields with known values to choose from, such as time zones. */
  suggestions?: Readonly<Record<string, () => readonly string[]>>
  /** Fields with a control of their own, such as a choice from what machines report; it may read the rest of the form. */
  controls?: Readonly<Record<string, ComponentType<OwnControlProps>>>
  /** Fields that mean something only while another field has one of these values; else they are not shown. */
  shownWhen?: Readonly<Record<string, { field: string; is: readonly string[] }>>
  /** Fields that choose from what belongs to the row in another field, such as the locations of the chosen customer. */
  within?: Readonly<Record<string, { field: string; path: string }>>
  /** Fields whose unit is in another field of the row, such as the currency of an amount. */
  unitFrom?: Readonly<Record<string, string>>
  /** Fields that a row has for good by now, each with the reason as a sentence. */
  fixed?: (row: ResourceRow) => Readonly<Record<string, string>>
  /** What is wrong with what the form holds beyond its single fields, as sentences; saving is off meanwhile. */
  faults?: (values: FormValues, row: ResourceRow | undefined) => Readonly<Record<string, string>>
  /** What is wrong in the world with what a field has as it is stored, as sentences; shown until the field is changed, and saving goes on. */
  notes?: (row: ResourceRow) => Readonly<Record<string, string>>
  /** What needs attention, in the head of the drawer above its tabs. */
  notice?: (row: ResourceRow) => ReactNode
  /** What becomes of what the form holds; stands under its fields. */
  preview?: (values: FormValues, row: ResourceRow | undefined) => ReactNode
  /** Labels of choices, where the value itself is not readable. */
  words?: Readonly<Record<string, string>>
  /** What an empty field means, in a word: users without a customer, for example, are staff. */
  empty?: Readonly<Record<string, string>>
  /** Choices that deserve a badge. */
  badges?: Readonly<Record<string, { tone: Tone; icon: Icon }>>
  /** Columns that are no field of the declaration, or that show one in another way. */
  extraColumns?: readonly ExtraColumn[]
  /** The full name of a row where the label alone is not enough. */
  nameOf?: (row: ResourceRow) => string
  /** What is shown before the name in a list, such as a face. */
  mark?: (row: ResourceRow) => ReactNode
  /** A second line under the name in a list. */
  below?: (row: ResourceRow) => ReactNode
  /** A control at the end of the name's cell, outside of the link of the row. Cards do not show it. */
  beside?: (row: ResourceRow) => ReactNode
  /** Address of the page of a row. */
  page?: ((row: ResourceRow) => string) | undefined
  /** What the way to that page is called where 'Open the page' will not do. */
  pageAct?: string
  related?: readonly Related[]
  /** Buttons beside 'New …' of the list. @param parentId the record on whose page the list is */
  listActions?: (parentId: string | undefined) => ReactNode
  /** Tabs of the drawer that are neither relations nor rows of another resource. */
  extraTabs?: readonly ExtraTab[]
  /** What is shown below each row of a relation, such as a state of the pair; by the name of the relation. */
  belowRelated?: Readonly<Record<string, (row: ResourceRow, relatedId: string) => ReactNode>>
  /** Which rows can be attached in a relation, as filters of their list; by the name of the relation. Default: all. */
  relatedFilters?: Readonly<Record<string, (row: ResourceRow) => Readonly<Record<string, string>>>>
  /** How rows go away where that is not plain deleting. */
  removal?: Removal
  /** How often rows are reloaded while they are shown, ms: for rows that the server changes. */
  refreshMs?: number
  /** What marks the one row that is set as primary. */
  primary?: { badge: string; action: string }
}

export interface ExtraColumn {
  name: string
  label: string
  render: (row: ResourceRow) => ReactNode
  /** It says how the row is: on a phone it is beside the name. */
  isState?: true
}

export interface ExtraTab {
  /** The tab in the address. */
  tab: string
  label: string
  render: (row: ResourceRow) => ReactNode
}

/** The declaration of a field; undefined for a stamp such as `updatedAt`. */
export function fieldOf(resource: Resource, name: string): Field | undefined {
  return resource.fields[name]
}

/** The heading over a column or a value. */
export function labelOfField(resource: Resource, name: string): string {
  return fieldOf(resource, name)?.label ?? stampLabels[name] ?? capitalize(name)
}

/** Stamps that may be shown as columns. */
const stampLabels: Record<string, string> = { createdAt: t('resource.created'), updatedAt: t('resource.changed') }

/** A choice in the words of people. */
export function choiceWord(view: ResourceView, value: string): string {
  return view.words?.[value] ?? wordOfChoice(value)
}

/** How people call a row. */
export function nameOf(resource: Resource, view: ResourceView, row: ResourceRow): string {
  return view.nameOf?.(row) ?? rowLabel(resource, row)
}

/** Whether a field means something beside these values. */
export function isShown({ shownWhen }: ResourceView, name: string, values: Readonly<Record<string, unknown>>): boolean {
  const condition = shownWhen?.[name]
  return condition === undefined || condition.is.includes(String(values[condition.field]))
}
