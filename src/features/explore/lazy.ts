/* What Explore loads after its form. */

export const loadJobList = () => import('./jobs/job-list.tsx')

export const loadJobStarter = () => import('./jobs/job-starter.tsx')
