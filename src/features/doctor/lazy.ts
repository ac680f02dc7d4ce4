/* What a check loads at its end. */

export const loadKnownShapes = async () => {
  const [{ differencesFrom }, { knownShapes }] = await Promise.all([
    import('../../core/doctor/differences.ts'),
    import('../../../contract/witness/known-shapes.ts'),
  ])
  return { differencesFrom, knownShapes }
}
