import { lazyPart } from '../../ui/feedback/lazy-component.ts'

/* What the connection dialog loads later. */

export const apiCheck = lazyPart(() =>
  import('../../features/doctor/api-check.tsx').then((m) => m.ApiCheck),
)
