import { api, type Resource } from '@packhouse/contract'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../lib/api-client.ts'
import { behind, FIRST_POSITION, nextPosition } from '../../lib/list-walk.ts'
import { isStaff } from '../../lib/section.ts'
import { useSession } from '../../lib/session.ts'
import { permissionFor } from '../use-permission.ts'

/** Which record is commented on. */
export interface CommentedRecord {
  resource: Resource
  id: string
}

export interface CommentBody {
  text: string
  mentions: string[]
}

export interface FollowUpBody {
  what: string
  dueOn: string
  assigneeId?: string
}

const COMMENTS = 'comments'
const FOLLOW_UPS = 'follow-ups'
const MENTIONS = 'mentions'

/** Whether the reader sees comments at all: they are between staff. */
export function useSeesComments(): boolean {
  const session = useSession()
  return session !== undefined && isStaff(session) && permissionFor(session, api.listComments).allowed
}

export function useComments({ resource, id }: CommentedRecord) {
  const query = { resource: resource.name, recordId: id }
  return useInfiniteQuery({
    queryKey: [COMMENTS, resource.name, id],
    initialPageParam: FIRST_POSITION,
    queryFn: ({ pageParam, signal }) =>
      callApi(api.listComments, { query: { ...query, ...behind(pageParam) } }, { signal }),
    getNextPageParam: nextPosition,
  })
}

/** The follow-ups of a record that are not done. */
export function useFollowUps({ resource, id }: CommentedRecord) {
  const query = { resource: resource.name, recordId: id, pageSize: '100' }
  return useQuery({
    queryKey: [FOLLOW_UPS, resource.name, id],
    queryFn: ({ signal }) => callApi(api.listFollowUps, { query }, { signal }),
  })
}

/** Those of the reader that are not done, the first ones by their day. */
export function useMyFollowUps(pageSize: number) {
  return useQuery({
    queryKey: [FOLLOW_UPS, 'mine', pageSize],
    queryFn: ({ signal }) => callApi(api.listFollowUps, { query: { pageSize: String(pageSize) } }, { signal }),
    refetchOnMount: 'always',
  })
}

export function useMyMentions() {
  return useQuery({
    queryKey: [MENTIONS],
    queryFn: ({ signal }) => callApi(api.myMentions, {}, { signal }),
    refetchOnMount: 'always',
  })
}

/** Who can be mentioned, by the beginning of a name; nobody is looked for without one. */
export function usePeople({ resource, id }: CommentedRecord, search: string | undefined) {
  const query = { resource: resource.name, recordId: id, search: search ?? '' }
  return useQuery({
    queryKey: ['comment-people', resource.name, id, search],
    queryFn: ({ signal }) => callApi(api.commentPeople, { query }, { signal }),
    enabled: search !== undefined,
    staleTime: 60_000,
  })
}

/** What is done with the comments and follow-ups of a record. Each renews what is shown of them. */
export function useCommentActions({ resource, id }: CommentedRecord) {
  const client = useQueryClient()
  const record = { resource: resource.name, recordId: id }
  const renewed = async <T>(work: Promise<T>, ...keys: string[]): Promise<T> => {
    const result = await work
    for (const key of keys) await client.invalidateQueries({ queryKey: [key] })
    return result
  }
  return {
    add: (body: CommentBody) => renewed(callApi(api.createComment, { body: { ...record, ...body } }), COMMENTS),
    change: (commentId: string, body: CommentBody) =>
      renewed(callApi(api.changeComment, { params: { id: commentId }, body }), COMMENTS),
    remove: (commentId: string) => renewed(callApi(api.removeComment, { params: { id: commentId } }), COMMENTS),
    see: () => renewed(callApi(api.seeMentions, { body: record }), MENTIONS),
    followUp: (body: FollowUpBody) =>
      renewed(callApi(api.createFollowUp, { body: { ...record, ...body } }), FOLLOW_UPS),
  }
}

/** What is done with one follow-up, wherever it is shown. */
export function useFollowUpActions() {
  const client = useQueryClient()
  const renewed = async (work: Promise<unknown>) => {
    await work
    await client.invalidateQueries({ queryKey: [FOLLOW_UPS] })
  }
  return {
    change: (id: string, body: FollowUpBody & { done: boolean }) =>
      renewed(callApi(api.changeFollowUp, { params: { id }, body })),
    remove: (id: string) => renewed(callApi(api.removeFollowUp, { params: { id } })),
  }
}
