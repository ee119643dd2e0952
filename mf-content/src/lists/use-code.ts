import { useQuery } from '@tanstack/react-query';

/** The code of a part of a view, which `load` loads when the part is first shown. @param name that of the part */
export const useCode = <Code>(name: string, load: () => Promise<Code>) =>
  useQuery({
    queryKey: [name],
    queryFn: load,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    // Loads the script without waiting for the browser to be online.
    networkMode: 'always',
  });
