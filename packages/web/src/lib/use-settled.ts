import { useEffect, useState } from 'react'

/** What was typed once nothing more is for a moment; emptied at once. */
export function useSettled(typed: string, typingMs: number): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), typingMs)
    return () => clearTimeout(timer)
  }, [typed, typingMs])
  return typed === '' ? '' : settled
}
