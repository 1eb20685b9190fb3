"use strict";
/* Decodes numbers written by src/report/pack.c into arrays. */

/** Reads integers of variable length from base64. */
function numberReader(base64) {
    const bytes = atob(base64);
    let at = 0;
    return () => {
        let value = 0, factor = 1, byte;
        do {
            byte = bytes.charCodeAt(at++);
            value += (byte & 0x7f) * factor;
            factor *= 128;
        } while (byte >= 0x80);
        return value % 2 ? -(value + 1) / 2 : value / 2;
    };
}

/** Frames of a trajectory: for each frame a Map from a part ("sheet 0") to its numbers in SI units, or null if the part is absent. */
function unpackFrames(packed) {
    const next = numberReader(packed.bytes), { spans, unit } = packed;
    const last = spans.map(span => new Float64Array(span.n)), value = spans.map(span => new Float64Array(span.n));
    return packed.time.map(time => {
        const parts = new Map();
        spans.forEach((span, s) => {
            let numbers = null;
            if (next() === 1) {
                numbers = new Float32Array(span.n);
                for (let i = 0; i < span.n; i++) {
                    last[s][i] += next();
                    value[s][i] = last[s][i] + (span.back > 0 && i >= span.back ? value[s][i - span.back] : 0);
                    numbers[i] = value[s][i] * unit;
                }
            }
            parts.set(span.kind + " " + span.of, numbers);
        });
        return { time, parts };
    });
}

/** Time series: a Map from the name of a column to { name, unit, values }; missing values are null. */
function unpackSeries(packed) {
    const next = numberReader(packed.bytes), columns = new Map();
    for (const { name: header, low, step } of packed.columns) {
        const values = new Array(packed.rows);
        let code = 0;
        for (let row = 0; row < packed.rows; row++) {
            code += next();
            values[row] = code === 0 ? null : low + (code - 1) * step;
        }
        const bracket = header.lastIndexOf(" [");
        const name = bracket > 0 ? header.slice(0, bracket) : header;
        columns.set(name, { name, unit: bracket > 0 ? header.slice(bracket + 2, -1) : "", values });
    }
    return columns;
}
