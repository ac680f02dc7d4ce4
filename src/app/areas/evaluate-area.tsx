import { EvaluatePage } from '../../features/evaluate/evaluate-page.tsx'

/** The Evaluate area, with what it has of other areas: no area knows another. */
export function EvaluateArea() {
  return <EvaluatePage />
}
