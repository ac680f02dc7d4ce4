/* What Evaluate loads later: most boards are looked at without any of it. */

import { lazyComponent } from '../../ui/feedback/lazy-component.ts'

export const ImportCasesDialog = lazyComponent(() =>
  import('./import-cases-dialog.tsx').then((m) => m.ImportCasesDialog),
)

export const BlindDialog = lazyComponent(() =>
  import('./blind-dialog.tsx').then((m) => m.BlindDialog),
)
