/** A small sheet: a tank, a valve and a heat exchanger in one pipe, with an instrument. */
export const smallSheet = (tag = 'HV-101'): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 400">
<g fill="none" stroke="black" stroke-width="2">
<polygon points="100,160 200,160 200,250 100,250"/><polyline points="100,160 150,138 200,160"/>
<line x1="200" y1="205" x2="334" y2="205"/>
<polygon points="334,195 366,215 366,195 334,215"/>
<line x1="366" y1="205" x2="564" y2="205"/>
<circle cx="600" cy="205" r="36"/><polyline points="564,205 582,205 594,187 608,223 618,205 636,205"/>
<circle cx="460" cy="130" r="20"/><line x1="440" y1="130" x2="480" y2="130"/>
<line x1="460" y1="150" x2="460" y2="205" stroke-dasharray="6,4"/>
</g>
<g font-size="14" text-anchor="middle">
<text x="150" y="212">T-100</text><text x="350" y="240">${tag}</text><text x="600" y="264">E-102</text>
<text x="460" y="126">FT</text><text x="460" y="144">201</text><text x="270" y="198">4"-PW-1001</text>
</g></svg>`;

/** A title block, a table of revisions and notes, in the lower right corner of the small sheet. */
export const titled = (svg: string): string =>
  svg.replace(
    '</svg>',
    `<g fill="none" stroke="black"><rect x="600" y="320" width="190" height="30"/><rect x="600" y="350" width="130" height="30"/>
<rect x="730" y="350" width="60" height="30"/><path d="M600 290H790M600 305H790M600 320H790M600 290V320M630 290V320M700 290V320M790 290V320"/></g>
<g font-size="7"><text x="604" y="330">TITLE</text><text x="604" y="360">DRAWING NO.</text><text x="734" y="360">REV.</text></g>
<g font-size="11"><text x="640" y="345">COOLING WATER</text><text x="630" y="376">12-PI-1</text><text x="755" y="376">B</text></g>
<g font-size="8"><text x="610" y="301">B</text><text x="636" y="301">2024-05-02</text><text x="706" y="301">AS BUILT</text>
<text x="610" y="316">A</text><text x="636" y="316">2023-01-09</text><text x="706" y="316">FOR REVIEW</text></g>
<g font-size="9"><text x="20" y="330">NOTES:</text><text x="20" y="344">1. SEE SHEET 2</text><text x="20" y="356">2. P-999 IS A SPARE</text></g></svg>`,
  );

/** A filter, which the basic set does not know, in a pipe between two valves. */
export const filterSheet = (
  x: number,
  tag: string,
): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 400">
<g fill="none" stroke="black" stroke-width="2">
<polygon points="${x - 20},186 ${x + 20},186 ${x + 20},214 ${x - 20},214"/><line x1="${x - 20}" y1="214" x2="${x + 20}" y2="186"/>
<line x1="116" y1="200" x2="${x - 20}" y2="200"/><line x1="${x + 20}" y1="200" x2="884" y2="200"/>
<polygon points="84,190 116,210 116,190 84,210"/><polygon points="884,190 916,210 916,190 884,210"/>
</g><g font-size="14" text-anchor="middle"><text x="${x}" y="245">${tag}</text><text x="100" y="232">HV-101</text><text x="900" y="232">HV-102</text></g></svg>`;
