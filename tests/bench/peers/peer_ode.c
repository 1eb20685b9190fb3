/* The machines of peers.h in ODE: maximal coordinates, hinges and contacts as constraints solved
 * exactly in each step of the half-implicit Euler formula. Springs and dampers are the softness of
 * constraints, so that they are implicit. */
#define dIDEDOUBLE
#include <ode/ode.h>

#include "peers.h"

#define CONTACT_STIFFNESS 1e6 /* [N/m] */
#define CONTACT_DAMPING   1e2 /* [N s/m] */
#define MOST_CONTACTS     4
#define IDLER_DAMPING     1 /* [N s/m] */

static const struct peer_case *c;
static double step;
static dWorldID world;
static dJointGroupID contacts;
static dBodyID segment[MOST];

/* the constraint that a spring and a damper are within a step */
static dReal
erp_of(double k, double d)
{
    return step * k / (step * k + d);
}

static dReal
cfm_of(double k, double d)
{
    return 1 / (step * k + d);
}

static void
set_mass(dBodyID body, double mass, double inertia)
{
    dMass m;

    dMassSetParameters(&m, mass, 0, 0, 0, inertia, inertia, inertia, 0, 0, 0);
    dBodySetMass(body, &m);
}

static void
make_sheet(dSpaceID space)
{
    for (int k = 0; k < c->segments; k++) {
        segment[k] = dBodyCreate(world);
        dBodySetPosition(segment[k], c->trail[0] + (k + 0.5) * SEGMENT, c->trail[1], 0);
        set_mass(segment[k], MASS, MASS * SEGMENT * SEGMENT / 12);
        dGeomID geom = dCreateCapsule(space, THICKNESS / 2, SEGMENT);
        dGeomSetBody(geom, segment[k]);
        dMatrix3 turn;
        dRFromAxisAndAngle(turn, 0, 1, 0, M_PI / 2); /* its axis is z of the geometry */
        dGeomSetOffsetRotation(geom, turn);
        dGeomSetCategoryBits(geom, 1);
        dGeomSetCollideBits(geom, 2);
        if (k == 0) {
            dJointID plane = dJointCreatePlane2D(world, 0);
            dJointAttach(plane, segment[0], 0);
            continue;
        }
        dJointID hinge = dJointCreateHinge(world, 0);
        dJointAttach(hinge, segment[k - 1], segment[k]);
        dJointSetHingeAnchor(hinge, c->trail[0] + k * SEGMENT, c->trail[1], 0);
        dJointSetHingeAxis(hinge, 0, 0, 1);
        dJointSetHingeParam(hinge, dParamLoStop, 0);
        dJointSetHingeParam(hinge, dParamHiStop, 0);
        dJointSetHingeParam(hinge, dParamStopERP, erp_of(BEND, DAMP));
        dJointSetHingeParam(hinge, dParamStopCFM, cfm_of(BEND, DAMP));
    }
}

static dGeomID
roller(dSpaceID space, double radius, const double centre[2])
{
    dGeomID geom = dCreateCapsule(space, radius, 2); /* along z; its ends are far away */

    dGeomSetPosition(geom, centre[0], centre[1], 0);
    dGeomSetCategoryBits(geom, 2);
    dGeomSetCollideBits(geom, 1);
    return geom;
}

static dBodyID driver, carriage;

static void
make_rollers(dSpaceID space)
{
    dGeomID geom = roller(space, c->radius, c->centre);

    if (!isnan(c->table)) {
        dGeomID table = dCreatePlane(space, 0, 1, 0, c->table);
        dGeomSetCategoryBits(table, 2);
        dGeomSetCollideBits(table, 1);
    }
    if (!c->nip) {
        return;
    }
    driver = dBodyCreate(world);
    dBodySetPosition(driver, c->centre[0], c->centre[1], 0);
    dGeomSetBody(geom, driver);
    dBodySetKinematic(driver);
    /* a carriage with a tenth of the mass, on which the idler turns */
    carriage = dBodyCreate(world);
    dBodyID idler = dBodyCreate(world);
    dBodySetPosition(carriage, c->idler[0], c->idler[1], 0);
    dBodySetPosition(idler, c->idler[0], c->idler[1], 0);
    set_mass(carriage, 0.1 * c->idler_mass, c->idler_inertia);
    set_mass(idler, 0.9 * c->idler_mass, c->idler_inertia);
    dGeomSetBody(roller(space, c->idler_radius, c->idler), idler);
    dJointID slide = dJointCreateSlider(world, 0);
    dJointAttach(slide, carriage, 0);
    dJointSetSliderAxis(slide, 0, 1, 0);
    dJointID hinge = dJointCreateHinge(world, 0);
    dJointAttach(hinge, carriage, idler);
    dJointSetHingeAnchor(hinge, c->idler[0], c->idler[1], 0);
    dJointSetHingeAxis(hinge, 0, 0, 1);
}

static void
near(void *data, dGeomID a, dGeomID b)
{
    dContact contact[MOST_CONTACTS];
    const int n = dCollide(a, b, MOST_CONTACTS, &contact[0].geom, sizeof *contact);
    const int plane = dGeomGetClass(a) == dPlaneClass || dGeomGetClass(b) == dPlaneClass;

    (void)data;
    for (int i = 0; i < n; i++) {
        dSurfaceParameters *s = &contact[i].surface;
        memset(s, 0, sizeof *s);
        s->mode = dContactFDir1 | dContactMu2 | dContactSoftERP | dContactSoftCFM | dContactApprox1;
        s->mu = plane ? c->table_mu : c->mu;
        s->mu2 = 0; /* along the axis of the rollers nothing moves */
        s->soft_erp = erp_of(CONTACT_STIFFNESS, CONTACT_DAMPING);
        s->soft_cfm = cfm_of(CONTACT_STIFFNESS, CONTACT_DAMPING);
        contact[i].fdir1[0] = -contact[i].geom.normal[1];
        contact[i].fdir1[1] = contact[i].geom.normal[0];
        contact[i].fdir1[2] = contact[i].fdir1[3] = 0;
        dJointAttach(dJointCreateContact(world, contacts, contact + i), dGeomGetBody(a),
                     dGeomGetBody(b));
    }
}

static void
drive(double t)
{
    if (!c->nip) {
        return;
    }
    const dReal *at = dBodyGetPosition(carriage), *v = dBodyGetLinearVel(carriage);
    /* by the spring, at the end of the step */
    dBodySetAngularVel(driver, 0, 0, -peer_speed(t + step) / c->radius);
    dBodyAddForce(carriage, 0,
                  -c->load - c->rate * (at[1] + step * v[1] - c->idler[1]) - IDLER_DAMPING * v[1],
                  0);
}

static void
print(double t)
{
    dVector3 lead, trail;

    dBodyGetRelPointPos(segment[c->segments - 1], SEGMENT / 2, 0, 0, lead);
    dBodyGetRelPointPos(segment[0], -SEGMENT / 2, 0, 0, trail);
    peer_print(t, (double[]){lead[0], lead[1]}, (double[]){trail[0], trail[1]});
}

int
main(int argc, char **argv)
{
    c = peer_find(argc > 1 ? argv[1] : "");
    const double wanted = argc > 2 ? atof(argv[2]) : 1e-4;
    const int each = (int)ceil(SAMPLE / wanted - 1e-9);
    double cpu = 0;

    step = SAMPLE / each;
    dInitODE2(0);
    world = dWorldCreate();
    dSpaceID space = dHashSpaceCreate(0);
    contacts = dJointGroupCreate(0);
    dWorldSetGravity(world, 0, -G, 0);
    dWorldSetERP(world, 0.2);
    dWorldSetCFM(world, 1e-10);
    dWorldSetContactSurfaceLayer(world, 0);
    dWorldSetContactMaxCorrectingVel(world, 10);
    make_sheet(space);
    make_rollers(space);
    for (int k = 0; k * SAMPLE < c->end + 1e-9; k++) {
        const double start = peer_clock();
        for (int i = 0; k > 0 && i < each; i++) {
            drive((k - 1) * SAMPLE + i * step);
            dSpaceCollide(space, NULL, near);
            dWorldStep(world, step);
            dJointGroupEmpty(contacts);
        }
        cpu += peer_clock() - start;
        print(k * SAMPLE);
    }
    printf("cpu %.9g\n", cpu);
    dCloseODE();
    return 0;
}
