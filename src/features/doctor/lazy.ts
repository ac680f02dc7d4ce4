/* What a check loads at its end, to compare with: all that is known of the documented service. */

export const loadWitness = () => import('../../../contract/witness/witness.ts')
