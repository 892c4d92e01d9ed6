export const TwinJobsPage = () => null;
export const MyJobsPage = () => null;
