import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { authorizedFetch } from './api-client.ts'
import { readProblem } from './api-error.ts'
import type { ApiRequest } from './api-request.ts'

interface WantedPicture {
  queryKey: readonly unknown[]
  request: ApiRequest
  /** Whether it is asked for. */
  isWanted?: boolean
}

/** The address of a picture for this page, undefined until it has arrived, and why it did not. Its content never changes. */
export function usePictureAddress({ queryKey, request, isWanted = true }: WantedPicture) {
  const { data, error } = useQuery({
    queryKey,
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const response = await authorizedFetch(request, { signal })
      if (!response.ok) throw await readProblem(response)
      return await response.blob()
    },
  })
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (data === undefined) return
    const made = URL.createObjectURL(data)
    setAddress(made)
    return () => {
      setAddress(undefined)
      URL.revokeObjectURL(made)
    }
  }, [data])
  return { address, error }
}
